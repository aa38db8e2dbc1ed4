/** Every screen in a real Firefox, with WebCodecs on and off: what it shows, plays, and edits. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeMovie } from './main-job.ts';
import { openApp, type FirefoxApp } from './open-app.ts';

/** Names a folder for pictures of what was seen; none are taken without it. */
const PICTURES = process.env['FIREFOX_PICTURES'];

let app: FirefoxApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

async function look({ page }: FirefoxApp, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Plays until the picture moves, and stops. */
async function expectPlaying({ page, press }: FirefoxApp): Promise<void> {
  await press('button', /^Play\b/);
  await page.waitForFunction(
    () => [...document.querySelectorAll('video')].some(({ paused, currentTime }) => !paused && currentTime > 0.5),
    { timeout: 30_000, polling: 100 },
  );
  await press('button', /^Pause\b/);
}

/** The strip shows frames of the clips, and not one poster again and again. */
async function expectFilmstrip({ page }: FirefoxApp): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('i[style*="blob:"]').length >= 8, {
    timeout: 60_000,
    polling: 200,
  });
}

test.each([
  ['on', true],
  ['off', false],
] as const)(
  'with WebCodecs %s every screen works',
  async (name, hasWebCodecs) => {
    const open = await openApp({ hasWebCodecs });
    app = open;
    const { page, server, press, fill, see } = open;
    await page.goto(`${server.url}/`);
    await see('AI-Powered Video Production');
    await look(open, `${name}-landing`);
    await makeMovie(open);
    await see('Complete');
    await look(open, `${name}-scenes`);

    await press('button', 'Edit scene 2');
    await see('Edit Scene 2');
    await look(open, `${name}-edit-scene`);
    await fill('Title', 'The logbook opens');
    await press('button', 'Save Changes');
    await see('The logbook opens');

    await press('tab', 'Storyboard');
    await see('Export as Text');
    await look(open, `${name}-storyboard`);
    await press('tab', 'Timeline Editor');
    await expectFilmstrip(open);
    await expectPlaying(open);
    await look(open, `${name}-timeline`);
    await press('button', 'Add Text');
    await look(open, `${name}-text`);
    await page.keyboard.press('Escape');

    await press('button', 'Export Movie');
    await see('No loss');
    await look(open, `${name}-export`);
    await page.keyboard.press('Escape');

    for (const [path, text] of [
      ['/', 'Create AI-powered videos from text descriptions'],
      ['/settings', 'API Key Management'],
      ['/showcase', 'No Public Projects Yet'],
      ['/nowhere', '404 Page Not Found'],
    ] as const) {
      await page.goto(`${server.url}${path}`);
      await see(text);
      await look(open, `${name}${path.replace('/', '-')}`);
    }
    expect(open.errors).toEqual([]);
  },
  420_000,
);
