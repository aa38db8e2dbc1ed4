import { launch, type Browser } from 'puppeteer-core';

/** A real Firefox without a window. FIREFOX_PATH names one in another place. The caller closes it. */
export function launchFirefox(preferences: Record<string, unknown> = {}): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
    // Beside other tests its start can take long.
    timeout: 120_000,
    // An export of a long movie takes longer than the driver's usual patience; tests have limits of their own.
    protocolTimeout: 0,
    args: ['--width=1280', '--height=900'],
    extraPrefsFirefox: { 'media.autoplay.default': 0, ...preferences },
  });
}
