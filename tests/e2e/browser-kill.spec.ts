/**
 * The browser is killed (SIGKILL) at random moments while somebody edits without a network: every edit whose control said
 * that it is saved is there at the next start, and one that was under way is there whole or not at all. In the end the
 * cookies are lost, and the server has everything soon after the person signs in again. `npm run test:long` kills fifty
 * times.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { chromiumLaunch } from '#tests/helpers/chromium-launch.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { SEED } from '#tests/helpers/test-values.ts';
import {
  addMusic,
  addText,
  block,
  deleteScene,
  documentHere,
  documentThere,
  duplicateScene,
  moveScene,
  openTimeline,
  renameScene,
  splitScene,
  trimEnd,
  undo,
  type EditedDocument,
} from './editing.ts';
import { untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { signInByCall } from './people.ts';
import { openPlanted, servePlanted } from './planted.ts';

test.use({ serviceWorkers: 'allow' });

const KILLS = Number(process.env['TEST_BROWSER_KILLS'] ?? 3);
const LATEST_MS = 6_000;
/** A time, so asked where nothing else is done: by `npm run test:long`. */
const HEARD_WITHIN_MS = process.env['TEST_BROWSER_KILLS'] === undefined ? null : 5_000;
/** Whatever it takes is told: no change may be stuck for longer than this. */
const LONGEST_MS = 60_000;
const MOST = { scenes: 7, texts: 3, music: 6 };

const server = servePlanted();

/** The browser's own process, and no other: the one that was started on this profile. */
async function pidOf(profile: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=')) return Number(pid);
  }
  throw new Error('The browser isn’t running.');
}

async function start(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

type Edit = { name: string; work: (page: Page) => Promise<void> };

/** One of the edits that this document allows. @param label no other edit has it */
function nextEdit({ project, scenes }: EditedDocument, random: () => number, label: string): Edit {
  const place = Math.floor(random() * scenes.length);
  const number = place + 1;
  const scene = scenes[place];
  const isLast = number === scenes.length;
  const played = scene && { start: scene.trimStart ?? 0, end: scene.trimEnd ?? 6 };
  const isLong = played !== undefined && played.end - played.start > 2;
  const isRoom = scenes.length < MOST.scenes;
  const hasFewTexts = (scene?.textOverlays.length ?? 0) < MOST.texts;
  const all: [name: string, isPossible: boolean, work: Edit['work']][] = [
    ['name', true, (page) => renameScene(page, number, label)],
    ['trim', isLong, (page) => trimEnd(page, number, 1 + Math.floor(random() * 5))],
    ['move', true, (page) => moveScene(page, number, isLast ? 'earlier' : 'later')],
    ['text', hasFewTexts, (page) => addText(page, number, label)],
    ['split', isLong && isRoom, (page) => splitScene(page, number)],
    ['duplicate', isRoom, (page) => duplicateScene(page, number)],
    ['delete', scenes.length > 4, (page) => deleteScene(page, number)],
    ['music', project.audio.length < MOST.music, (page) => addMusic(page, label, 1 + Math.floor(random() * 50) / 10)],
  ];
  const possible = all.filter(([, isPossible]) => isPossible);
  const [name, , work] = possible[Math.floor(random() * possible.length)] ?? [];
  if (name === undefined || work === undefined) throw new Error('A scene can always be moved.');
  return { name, work };
}

test(`an edit that was saved outlives the browser, killed ${KILLS} times (seed ${SEED})`, async () => {
  test.setTimeout(180_000 + KILLS * 60_000);
  const random = randomFrom(SEED);
  const profile = await mkdtemp(join(tmpdir(), 'storyreel-killed-'));
  let { context, page } = await start(profile);
  try {
    const { person, projectId } = await openPlanted(page, server.url);
    const address = `${server.url}/project/${projectId}`;
    await untilAppIsKept(page);
    await untilClipsAreKept(page, server.url);
    await openTimeline(page);
    let saved = await documentHere(page, projectId);
    const counts = new Map<string, number>();
    let unfinished = 0;
    for (let round = 1; round <= KILLS; round++) {
      await context.setOffline(true);
      let isDead = false;
      /** Of an edit that is under way. `isSaid`: its control says that it is saved. */
      let current = { name: '', isSaid: false };
      const editing = (async () => {
        for (let n = 1; !isDead; n++) {
          const edit = nextEdit(saved, random, `Cut ${round}.${n}`);
          current = { name: edit.name, isSaid: false };
          await edit.work(page);
          current.isSaid = true;
          counts.set(edit.name, (counts.get(edit.name) ?? 0) + 1);
          const now = await documentHere(page, projectId);
          expect(now, `“${edit.name}” has changed nothing`).not.toEqual(saved);
          [saved, current] = [now, { name: '', isSaid: false }];
        }
      })().catch((error: unknown) => {
        // What is under way when the browser dies fails.
        if (!isDead) throw error;
      });
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 1_000 + random() * LATEST_MS)), editing]);
      isDead = true;
      process.kill(await pidOf(profile), 'SIGKILL');
      await editing;
      await context.close().catch(() => undefined);
      ({ context, page } = await start(profile));
      await context.setOffline(true);
      await page.goto(address);
      await openTimeline(page);
      const found = await documentHere(page, projectId);
      if (current.isSaid) expect(found, `“${current.name}” was said to be saved`).not.toEqual(saved);
      if (JSON.stringify(found) !== JSON.stringify(saved)) {
        // The one that was under way came through: then it alone is what undo takes back.
        unfinished++;
        await undo(page);
        expect(await documentHere(page, projectId), `after “${current.name}” in round ${round}`).toEqual(saved);
      }
      await expect(block(page, saved.scenes.length)).toBeVisible();
      await expect(block(page, saved.scenes.length + 1)).toHaveCount(0);
    }
    const savedCount = Array.from(counts.values()).reduce((sum, count) => sum + count, 0);
    expect(savedCount).toBeGreaterThan(0);
    await context.clearCookies();
    await context.setOffline(false);
    // The page finds out by itself.
    await expect(page).toHaveURL(/\/landing$/);
    await signInByCall(context.request, server.url, person);
    await page.goto(address);
    await expect(page.getByRole('article').first()).toBeVisible();
    const since = Date.now();
    const there = async () => documentThere(page, server.url, projectId).catch(() => null);
    await expect.poll(there, { timeout: LONGEST_MS, intervals: [200] }).toEqual(saved);
    const files = async (): Promise<string[]> => {
      const reply: { sha256: string }[] = await (await page.request.get(`${server.url}/api/own-files`)).json();
      return reply.map(({ sha256 }) => sha256);
    };
    const music = saved.project.audio.map(({ mediaId }) => mediaId);
    await expect.poll(files, { timeout: LONGEST_MS, intervals: [100] }).toEqual(expect.arrayContaining(music));
    const heardMs = Date.now() - since;
    const kinds = Array.from(counts, ([name, count]) => `${count} ${name}`).join(', ');
    console.log(
      `${KILLS} kills, ${savedCount} edits said to be saved (${kinds}), ${unfinished} came through unsaid, none lost; ` +
        `the server had them after ${heardMs} ms`,
    );
    if (HEARD_WITHIN_MS !== null) expect(heardMs).toBeLessThan(HEARD_WITHIN_MS);
  } finally {
    await context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
});
