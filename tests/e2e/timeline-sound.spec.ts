/** Volume, fades, and joins in the timeline's inspector: saved at once, taken back, and in the movie's length and plan. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { formatDuration } from '#shared/words/format.ts';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { lighthouse } from './journey.ts';
import { demoPerson, makeProject, type Caller } from './people.ts';
import { startServer, type RunningServer } from './server.ts';

test.describe.configure({ mode: 'serial' });

let server: RunningServer;
let page: Page;
let owner: Caller;
let projectId = '';

test.beforeAll(async ({ browser }) => {
  server = await startServer({ GENERATION_POLL_MS: '100' });
  page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })).newPage();
  owner = await demoPerson(page.request, server.url, { email: 'ada@example.org', firstName: 'Ada', lastName: 'Holm' });
  projectId = (await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: true })).project.id;
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await block(1).click({ position: { x: 40, y: 8 } });
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

const block = (number: number): Locator => page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
const sound = (): Locator => page.getByRole('region', { name: 'Sound', exact: true });
const join = (): Locator => page.getByRole('region', { name: 'Join of scenes 1 and 2', exact: true });
const sceneOnServer = async (number: number) => (await owner.project(projectId)).scenes[number - 1];
/** What the transport's clock says, minutes:seconds:frames. */
const movieSeconds = async (): Promise<number> => {
  const clock = await page.getByText(/^\d+:\d\d:\d\d \//).textContent();
  const [minutes = 0, seconds = 0, frames = 0] = (clock ?? '').split(' ')[0]?.split(':').map(Number) ?? [];
  return minutes * 60 + seconds + frames / 24;
};
const undo = (): Promise<void> => page.keyboard.press('ControlOrMeta+z');

test('volume, mute, and fades of a scene are saved as they are let go, and undone', async () => {
  const volume = sound().getByLabel('Volume', { exact: true });
  await volume.focus();
  await page.keyboard.press('End');
  await expect(volume).toHaveAttribute('aria-valuetext', '+12 dB');
  await expect(sound()).not.toContainText('preview');
  await page.keyboard.press('Home');
  await expect(volume).toHaveAttribute('aria-valuetext', 'Silent');
  await sound().getByLabel('Mute', { exact: true }).click();
  await expect(volume).toBeDisabled();
  await sound().getByLabel('Fade in', { exact: true }).fill('1.5');
  await page.keyboard.press('Enter');
  await sound().getByLabel('Fade out', { exact: true }).fill('900');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => sceneOnServer(1))
    .toMatchObject({ gainDb: -60, muted: true, fadeInSeconds: 1.5, fadeOutSeconds: 60 });
  await block(1).focus();
  for (let step = 0; step < 4; step += 1) await undo();
  await expect
    .poll(() => sceneOnServer(1))
    .toMatchObject({ gainDb: 12, muted: false, fadeInSeconds: 0, fadeOutSeconds: 0 });
});

test('a crossfade makes the movie shorter everywhere, goes to all joins, and comes off again', async () => {
  const header = page.getByRole('banner');
  const { scenes } = await owner.project(projectId);
  const lengths = scenes.map(({ frameCount }) => (frameCount ?? 0) / 24);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  // No scene gives up more than half of itself.
  const overlaps = lengths.slice(1).map((length, index) => Math.min(4, length / 2, (lengths[index] ?? 0) / 2));
  const inOne = whole - (overlaps[0] ?? 0);
  const inAll = whole - overlaps.reduce((sum, overlap) => sum + overlap, 0);
  await expect(header).toContainText(`4 scenes · ${formatDuration(whole)}`);
  await join().getByRole('radio', { name: 'Crossfade' }).click();
  const length = join().getByLabel('Length', { exact: true });
  await length.focus();
  await page.keyboard.press('End');
  await expect(length).toHaveAttribute('aria-valuetext', '4.0 s');
  await expect(join()).toContainText(`The movie gets ${(overlaps[0] ?? 0).toFixed(1)} s shorter.`);
  await expect(header).toContainText(`4 scenes · ${formatDuration(inOne)}`);
  await join().getByLabel('Crossfade the sound', { exact: true }).click();
  await join().getByRole('button', { name: 'Apply to all joins' }).click();
  await expect(header).toContainText(`4 scenes · ${formatDuration(inAll)}`);
  const crossfade = { kind: 'crossfade', seconds: 4, sound: false };
  await expect.poll(async () => (await sceneOnServer(3))?.transition).toEqual(crossfade);
  expect((await sceneOnServer(4))?.transition).toBeNull();
  expect((await owner.project(projectId)).project.totalDuration).toBe(inAll);
  await block(1).focus();
  await undo();
  await expect(header).toContainText(`4 scenes · ${formatDuration(inOne)}`);
  await expect.poll(async () => (await sceneOnServer(3))?.transition).toBeNull();
});

test('a join is chosen on the strip, shows what meets in it, and is dragged to another length', async () => {
  const handle = page.getByRole('button', { name: /^Join of scenes 1 and 2: / });
  await handle.click();
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  const panel = page.getByRole('region', { name: 'Selected join' });
  await expect(panel).toContainText('Scenes 1 and 2');
  await expect.poll(() => panel.locator('i[style*="blob:"]').count()).toBe(2);
  await join().getByRole('radio', { name: 'Cut' }).click();
  await expect(handle).toHaveAccessibleName('Join of scenes 1 and 2: Cut');
  await join().getByRole('radio', { name: 'Crossfade' }).click();
  await expect(handle).toHaveAccessibleName('Join of scenes 1 and 2: Crossfade, 1.0 s');
  const edge = await page.getByTitle('Drag to change the length').boundingBox();
  const disc = await handle.boundingBox();
  if (edge === null || disc === null) throw new Error('The join is not on the screen.');
  const from = { x: edge.x + edge.width / 2, y: edge.y + edge.height - 6 };
  const second = disc.x + disc.width / 2 - from.x;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - second, from.y, { steps: 4 });
  await expect(page.getByTitle('Drag to change the length')).toHaveText('2.0 s');
  await page.mouse.up();
  await expect.poll(async () => (await sceneOnServer(1))?.transition?.seconds).toBeCloseTo(2, 0);
  await expect(page.getByRole('complementary')).toContainText('Crossfade the sound');
  // What was done last is undone, and done again, beside the tools.
  const tools = page.getByRole('toolbar', { name: 'Timeline tools' });
  await tools.getByRole('button', { name: 'Undo Change the join of scenes 1 and 2' }).click();
  await expect(handle).toHaveAccessibleName('Join of scenes 1 and 2: Crossfade, 1.0 s');
  await tools.getByRole('button', { name: 'Redo Change the join of scenes 1 and 2' }).click();
  await expect(handle).toHaveAccessibleName('Join of scenes 1 and 2: Crossfade, 2.0 s');
  await block(2).click({ position: { x: 40, y: 8 } });
  await expect(panel).toHaveCount(0);
  await block(1).click({ position: { x: 40, y: 8 } });
});

test('leveling is a matter of the whole movie', async () => {
  await expect(sound()).toContainText(/Loudness −\d+\.\d LUFS/);
  await page.getByRole('toolbar', { name: 'Timeline tools' }).getByLabel('Level all to −16 LUFS').click();
  await expect(sound()).toContainText(/Loudness −\d+\.\d LUFS, leveled by [+−]?[\d.]+ dB/);
  await expect(sound()).not.toContainText('preview');
  await expect.poll(async () => (await owner.project(projectId)).project.levelling).toBe(true);
});

test('the preview plays on over a join, and its clock never goes back', async () => {
  await page.getByRole('button', { name: 'Previous scene' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const times: number[] = [];
  await expect
    .poll(
      async () => {
        times.push(await movieSeconds());
        return times.at(-1);
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBeGreaterThan(5);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('axe finds nothing on the sound and the join', async () => {
  await checkWithAxe(page, 'sound and join', [PHONE, DESKTOP]);
});
