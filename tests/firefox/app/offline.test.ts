/** Firefox without the network, after one visit: it opens, shows, plays, edits, and exports; back online, it sends. */
import { afterEach, expect, test } from 'vitest';
import { startServer, type RunningServer } from '#tests/e2e/server.ts';
import { projectOnServer } from './on-server.ts';
import { closeApps, openPlantedApp, type FirefoxApp } from './open-app.ts';
import { expectPlaying } from './timeline.ts';

const SENT_MS = 60_000;

let again: RunningServer | null = null;
afterEach(async () => {
  await again?.stop();
  again = null;
  await closeApps();
});

const kinds = [
  ['on', true],
  ['off', false],
] as const;

test.each(kinds)(
  'with WebCodecs %s a project opens, plays, is edited, and is exported offline after one visit',
  async (_name, hasWebCodecs) => {
    const app = await openPlantedApp({ hasWebCodecs, hasServiceWorker: true });
    const { page, server, press, fill, see } = app;
    await untilKept(app);
    expect(app.errors).toEqual([]);
    await server.stop();

    await page.reload();
    await see('Offline');
    await page.waitForFunction(hasFourPosters, { polling: 100 });
    await press('tab', 'Timeline Editor');
    await expectPlaying(app);
    await press('tab', 'Scene Editor');
    await press('button', 'Edit scene 3');
    await fill('Title', 'Light at last');
    await press('button', 'Save Changes');
    await see('Light at last');
    await page.reload();
    await see('Light at last');
    await press('button', 'Export Movie');
    await press('radio', /^(As made|No loss)/);
    await press('button', 'Start Export');
    await see('4 scenes copied, checked', SENT_MS);

    again = await startServer({ DATA_DIR: server.dataDir, PORT: new URL(server.url).port });
    await see('Saved', SENT_MS);
    expect((await projectOnServer(app)).scenes.map(({ title }) => title)).toContain('Light at last');
  },
);

/** Runs in the page. Pictures are loaded when they come into view. */
function hasFourPosters(): boolean {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
  pictures.find(({ complete }) => !complete)?.scrollIntoView();
  return pictures.length >= 4 && pictures.every(({ naturalWidth }) => naturalWidth > 0);
}

/** Until the service worker can open the app and every clip is on this device. */
async function untilKept(open: FirefoxApp): Promise<void> {
  const { page } = open;
  await page.waitForFunction(hasFourPosters, { polling: 100 });
  const { scenes } = await projectOnServer(open);
  const hashes = scenes.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]));
  expect(hashes).toHaveLength(4);
  // `ready` would wait forever for a worker that can't be installed.
  const isInstalled = async (): Promise<boolean> =>
    (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated';
  await page.waitForFunction(isInstalled, { polling: 100 });
  await page.waitForFunction(
    async (wanted) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('clips', { create: true });
      const kept = new Set<string>();
      for await (const name of folder.keys()) kept.add(name);
      return wanted.every((hash) => kept.has(hash));
    },
    { polling: 200 },
    hashes,
  );
}
