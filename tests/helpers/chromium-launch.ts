/** How every test starts Chromium: quietly, without a graphics card, and able to play without a gesture. */
import { existsSync } from 'node:fs';

const usualPath = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;
/** Undefined where Playwright's own is to be used. */
const executablePath = process.env['CHROMIUM_PATH'] ?? usualPath;

/**
 * Chromium's own list of suggestions under its address bar is a page of the browser's, made anew for each page that a test
 * opens: it took twice as long as an empty page itself, and nobody sees it.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * What Playwright leaves off. Of several such lists the last one counts, so ours repeats it; `chromium-launch.test.ts` holds
 * it against Playwright's own.
 */
const playwrightsOwn = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

export const disabledFeatures = [...playwrightsOwn, ...addressBar];

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
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
};
