/** The tests need two browsers, ffmpeg and mediainfo. On Debian as root they are installed; elsewhere one sentence says what to install. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian package by the program it brings. */
const packageOf = {
  chromium: 'chromium',
  'firefox-esr': 'firefox-esr',
  ffmpeg: 'ffmpeg',
  ffprobe: 'ffmpeg',
  mediainfo: 'mediainfo',
};

/** The variable that names a program in another place, by the program. */
const pathVariableOf = { chromium: 'CHROMIUM_PATH', 'firefox-esr': 'FIREFOX_PATH' };

function installTestTools() {
  const missing = Object.keys(packageOf).filter(
    (program) => !process.env[pathVariableOf[program]] && !isOnPath(program),
  );
  const needed = [...new Set(missing.map((program) => packageOf[program]))];
  if (needed.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `The tests need ${needed.join(' and ')}: please install ${needed.length === 1 ? 'it' : 'them'} and run the tests again.`,
    );
    process.exit(1);
  }
  console.log(`Installing what the tests need: ${needed.join(', ')} …`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...needed], options);
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

installTestTools();
