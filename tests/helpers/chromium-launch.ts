/** How every test starts Chromium: quietly, without a graphics card, and able to play without a gesture. */
import { existsSync } from 'node:fs';

const usualPath = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;
/** Undefined where Playwright's own is to be used. */
const executablePath = process.env['CHROMIUM_PATH'] ?? usualPath;

export const chromiumLaunch = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
    '--autoplay-policy=no-user-gesture-required',
  ],
};
