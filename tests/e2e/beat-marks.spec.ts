/** Beats of music on the timeline: marked on their piece, and caught on by other pieces and by the ends of scenes. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { audioPiece } from '#tests/helpers/rows.ts';
import { wavOf } from '#tests/helpers/wav.ts';
import { DESKTOP } from './axe.ts';
import { bringSound } from './bring-file.ts';
import { openPlanted, startPlantedServer, type Owner } from './planted.ts';
import type { RunningServer } from './server.ts';

test.describe.configure({ mode: 'serial' });

const RATE = 8_000;
const SECONDS = 24;
/** Two beats a second: the first a quarter of a second in. */
const [FIRST, GAP] = [0.25, 0.5];

let server: RunningServer;
let page: Page;
let owner: Owner;

test.beforeAll(async ({ browser }) => {
  server = await startPlantedServer();
  page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })).newPage();
  owner = await openPlanted(page, server.url, 4);
  await bringDrums();
  await page.goto(`${server.url}/project/${owner.projectId}?tab=timeline`);
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

function drums(): Buffer {
  return wavOf(RATE, SECONDS, (at) => {
    const beat = FIRST + GAP * Math.floor((at / RATE - FIRST) / GAP);
    const n = at - Math.round(beat * RATE);
    return at / RATE < FIRST || n < 0 || n >= RATE / 10 ? 0 : 28_000 * Math.exp(-n / 200) * Math.sin(n / 3);
  });
}

/** As another device has added them: drums as music, and a part of them as a voice-over. */
async function bringDrums(): Promise<void> {
  const mediaId = await bringSound(page, server.url, 'Drums.wav', drums());
  const headers = { Origin: server.url };
  const music = audioPiece({ mediaId, name: 'Drums', outSeconds: SECONDS });
  const voice = {
    ...music,
    id: music.id.replace(/.$/, '0'),
    kind: 'voice',
    name: 'Voice',
    startSeconds: 3,
    outSeconds: 2.1,
  };
  const reply = await page.request.patch(`${server.url}/api/projects/${owner.projectId}`, {
    data: { audio: [music, voice] },
    headers,
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}

const lane = (name: string): Locator => page.getByRole('group', { name, exact: true });
const voice = (): Locator => lane('Voice-over lane').getByRole('button', { name: /^Voice-over “Voice”/ });
const tip = (): Locator => page.locator('output', { hasText: 'snapped to' });
const project = async (): Promise<Project> =>
  (await page.request.get(`${server.url}/api/projects/${owner.projectId}`)).json();

/** How far a moment of the movie is from the nearest beat, in seconds. */
const fromBeat = (at: number): number => Math.abs(at - FIRST - GAP * Math.round((at - FIRST) / GAP));

test('the music shows its beats, and a voice-over has none', async () => {
  await expect(lane('Music lane').locator('svg')).toHaveCount(3);
  const marks = await lane('Music lane').locator('svg').last().locator('path').getAttribute('d');
  expect(marks?.match(/M/g)?.length).toBeGreaterThan(10);
  await expect(lane('Voice-over lane').locator('svg')).toHaveCount(2);
});

test('a piece that is dragged near a beat begins on it', async () => {
  const box = await voice().boundingBox();
  const musicBox = await lane('Music lane').getByRole('button').boundingBox();
  if (!box || !musicBox) throw new Error('The pieces are not drawn.');
  const perSecond = musicBox.width / SECONDS;
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  // From 3 s to a little before the beat at 6.25 s; its end is far from any.
  await page.mouse.move(at.x + perSecond * 3.25 - 2, at.y, { steps: 6 });
  await expect(tip()).toContainText('a beat of “Drums”');
  await page.mouse.up();
  await expect.poll(async () => (await project()).audio[1]?.startSeconds ?? 0).toBeGreaterThan(5);
  const piece = (await project()).audio[1];
  const [start, end] = [piece?.startSeconds ?? 0, (piece?.startSeconds ?? 0) + 2.1];
  expect(Math.min(fromBeat(start), fromBeat(end))).toBeLessThan(0.025);
});

test('the end of a scene that is dragged near a beat cuts on it', async () => {
  await page.getByRole('button', { name: /^Scene 1: / }).click();
  const end = page.locator('[data-edge="end"][data-current="true"]');
  const box = await end.boundingBox();
  const musicBox = await lane('Music lane').getByRole('button').boundingBox();
  if (!box || !musicBox) throw new Error('The edge is not drawn.');
  const perSecond = musicBox.width / SECONDS;
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  let seen = '';
  for (let by = 4; by < perSecond * 2 && !seen.includes('beat'); by += 3) {
    await page.mouse.move(at.x - by, at.y);
    seen = (await tip().count()) === 0 ? '' : ((await tip().first().textContent()) ?? '');
  }
  expect(seen).toContain('a beat of “Drums”');
  await page.mouse.up();
  const scenes = async (): Promise<Scene[]> =>
    (await page.request.get(`${server.url}/api/projects/${owner.projectId}/scenes`)).json();
  await expect.poll(async () => (await scenes())[0]?.trimEnd).not.toBeNull();
  const [first] = await scenes();
  // Within a window of the measured sound and half a frame.
  expect(fromBeat(first?.trimEnd ?? 0)).toBeLessThan(0.045);
});
