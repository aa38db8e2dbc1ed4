/** Clips on the strip, without a mode: edges trim, bodies are dragged to another place, by pointer and by keys. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { checkWithAxe, DESKTOP } from './axe.ts';
import { signInByCall, type Caller } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';
import { toastsOn } from './toast.ts';

test.describe.configure({ mode: 'serial' });

let server: RunningServer;
let page: Page;
let owner: Caller;
let projectId = '';

test.beforeAll(async ({ browser }) => {
  server = await startPlantedServer();
  page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(30_000);
  const planted = await plantedOwner(0);
  projectId = planted.projectId;
  owner = await signInByCall(page.request, server.url, planted.person);
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await expect(button('Play')).toBeVisible();
  await expect(edge('End', 1)).toBeAttached();
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const block = (number: number): Locator => page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
const edge = (of: 'Start' | 'End', number: number): Locator =>
  page.getByRole('slider', { name: `${of} of scene ${number}`, exact: true });
const clock = (): Locator => page.getByText(/^\d+:\d\d:\d\d \//);

async function boxOf(of: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return box;
}

/** Presses at a scene's edge and moves, without letting go. Seconds of the clip, which starts and ends with its block. */
async function pullEdge(number: number, at: 'start' | 'end', seconds: number, whole: number): Promise<void> {
  const { x, y, width, height } = await boxOf(block(number));
  const from = at === 'start' ? x + 4 : x + width - 6;
  await page.mouse.move(from, y + height - 12);
  await page.mouse.down();
  await page.mouse.move(from + (seconds / whole) * width, y + height - 12, { steps: 6 });
}

async function undo(title: string): Promise<void> {
  await expect(toastsOn(page).getByText(title, { exact: true })).toBeVisible();
  await toastsOn(page).getByRole('button', { name: 'Undo' }).click();
}

const titles = async (): Promise<string[]> => (await owner.project(projectId)).scenes.map(({ title }) => title);
const trimOf = async (number: number) => {
  const scene = (await owner.project(projectId)).scenes[number - 1];
  return scene && { trimStart: scene.trimStart, trimEnd: scene.trimEnd };
};

test('an edge that is dragged shows its frame and its length, and trims when it is let go', async () => {
  await pullEdge(1, 'end', -2, 8);
  await expect(page.locator('output', { hasText: /^\d\.\d\d s \(−\d+ frames\)/ })).toBeVisible();
  await expect(button('Trim mode')).toHaveAttribute('aria-pressed', 'false');
  expect(await trimOf(1)).toEqual({ trimStart: null, trimEnd: null });
  await page.mouse.up();
  await expect(block(1)).toHaveAccessibleName(/, [56]\.\d s$/);
  // The last frame that is left is on the stage.
  await expect(clock()).toContainText(/^0:0[56]:/);
  await expect.poll(() => trimOf(1)).toMatchObject({ trimStart: null, trimEnd: expect.any(Number) });
  await undo('Trim applied');
  await expect(block(1)).toHaveAccessibleName(/, 0:08$/);
  await expect.poll(() => trimOf(1)).toEqual({ trimStart: null, trimEnd: null });
});

test('an edge snaps back to where it was, unless Alt is held', async () => {
  await pullEdge(1, 'start', 1, 8);
  const { x, y, height } = await boxOf(block(1));
  await page.mouse.move(x + 7, y + height - 12);
  await expect(page.locator('output', { hasText: 'snapped to where it was' })).toBeVisible();
  await page.keyboard.down('Alt');
  await page.mouse.move(x + 8, y + height - 12);
  await expect(page.locator('output', { hasText: 'snapped' })).toHaveCount(0);
  await page.keyboard.up('Alt');
  await page.keyboard.press('Escape');
  await expect(page.locator('output', { hasText: 'frame' })).toHaveCount(0);
  await page.mouse.up();
  await expect(block(1)).toHaveAccessibleName(/, 0:08$/);
});

test('keys move the edges of the selected scene, Enter applies', async () => {
  await block(2).click({ position: { x: 60, y: 8 } });
  await edge('Start', 2).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(edge('Start', 2)).toHaveAttribute('aria-valuetext', /^1\.04 s, /);
  await page.keyboard.press('Enter');
  await expect.poll(() => trimOf(2)).toMatchObject({ trimStart: 25 / 24 });
  await undo('Trim applied');
  await expect.poll(() => trimOf(2)).toEqual({ trimStart: null, trimEnd: null });
});

test('a scene is dragged over others, which make room; Escape lets it stay', async () => {
  const before = await titles();
  const [first, third] = [await boxOf(block(1)), await boxOf(block(3))];
  const drag = async (): Promise<void> => {
    await page.mouse.move(first.x + 80, first.y + 40);
    await page.mouse.down();
    await page.mouse.move(third.x + third.width / 2 + 80 - first.width / 2, first.y + 40, { steps: 8 });
    await expect.poll(async () => (await boxOf(block(2))).x).toBeLessThan(first.x + 5);
  };
  await drag();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await boxOf(block(1))).x).toBeCloseTo(first.x, 0);
  await page.mouse.up();
  expect(await titles()).toEqual(before);
  await drag();
  await page.mouse.up();
  const [a = '', b = '', c = '', d = ''] = before;
  await expect.poll(titles).toEqual([b, c, a, d]);
  await undo('Scenes reordered');
  await expect.poll(titles).toEqual(before);
});

test('a drag counts that ends before a frame of it is drawn', async () => {
  const before = await titles();
  const [first, third] = [await boxOf(block(1)), await boxOf(block(3))];
  const from = { x: first.x + 80, y: first.y + 40 };
  const toX = third.x + third.width / 2 + 80 - first.width / 2;
  await page.evaluate(
    ([at, x]) => {
      const target = document.elementFromPoint(at.x, at.y);
      const common = { bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, clientY: at.y };
      target?.dispatchEvent(new PointerEvent('pointerdown', { ...common, clientX: at.x }));
      target?.dispatchEvent(new PointerEvent('pointermove', { ...common, clientX: x }));
      target?.dispatchEvent(new PointerEvent('pointerup', { ...common, clientX: x }));
    },
    [from, toX] as const,
  );
  const [a = '', b = '', c = '', d = ''] = before;
  await expect.poll(titles).toEqual([b, c, a, d]);
  await undo('Scenes reordered');
  await expect.poll(titles).toEqual(before);
});

test('Alt and an arrow key move the selected scene', async () => {
  const [a = '', b = '', c = '', d = ''] = await titles();
  await block(2).click({ position: { x: 60, y: 8 } });
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(titles).toEqual([a, c, b, d]);
  await expect(toastsOn(page).getByText('Now scene 3')).toBeVisible();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(titles).toEqual([a, b, c, d]);
});

test('S splits at the playhead, the halves are the server’s too, and undo makes one scene of them', async () => {
  const before = await titles();
  await block(1).click({ position: { x: 60, y: 8 } });
  for (let second = 0; second < 3; second += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(clock()).toContainText('0:03:00');
  await page.keyboard.press('s');
  await expect(toastsOn(page).getByText('Scene split')).toBeVisible();
  await expect.poll(async () => (await titles()).length).toBe(before.length + 1);
  expect(await trimOf(1)).toEqual({ trimStart: null, trimEnd: 3 });
  expect(await trimOf(2)).toEqual({ trimStart: 3, trimEnd: null });
  await page.reload();
  await expect(block(5)).toBeVisible();
  await expect(edge('End', 1)).toBeAttached();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(titles).toEqual(before);
  await expect.poll(() => trimOf(1)).toEqual({ trimStart: null, trimEnd: null });
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(() => trimOf(2)).toEqual({ trimStart: 3, trimEnd: null });
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(titles).toEqual(before);
});

test('scenes are split and copied without a network, and sent when it is back', async () => {
  const before = await titles();
  const context = page.context();
  await block(2).click({ position: { x: 60, y: 8 } });
  await context.setOffline(true);
  for (let second = 0; second < 2; second += 1) await page.keyboard.press('Shift+ArrowRight');
  await button('Split').click();
  await expect(block(5)).toBeVisible();
  await block(2).click({ position: { x: 60, y: 8 } });
  await page.keyboard.press('ControlOrMeta+d');
  await expect(block(6)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await titles()).length, { timeout: 30_000 }).toBe(before.length + 2);
  const { scenes } = await owner.project(projectId);
  expect(new Set(scenes.slice(1, 4).map(({ sha256 }) => sha256)).size).toBe(1);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(titles).toEqual(before);
});

test('scenes that are chosen together are moved, muted and deleted in one step', async () => {
  const [a = '', b = '', c = '', d = ''] = await titles();
  await block(1).click({ position: { x: 60, y: 8 } });
  await block(2).click({ position: { x: 60, y: 8 }, modifiers: ['Shift'] });
  await expect(page.getByRole('button', { name: /^Scene \d:.*, chosen$/ })).toHaveCount(2);
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(titles).toEqual([c, a, b, d]);
  await undo('Scenes reordered');
  await expect.poll(titles).toEqual([a, b, c, d]);
  await block(2).click({ position: { x: 60, y: 30 }, button: 'right' });
  await page.getByRole('menuitem', { name: 'Mute' }).click();
  await expect
    .poll(async () => (await owner.project(projectId)).scenes.map(({ muted }) => muted))
    .toEqual([true, true, false, false]);
  await undo('2 scenes muted');
  await block(4).click({ position: { x: 60, y: 8 }, modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('Delete');
  await expect.poll(titles).toEqual([c]);
  await undo('3 scenes deleted');
  await expect.poll(titles).toEqual([a, b, c, d]);
});

test('a box from an empty place of the lanes chooses what it touches; with Ctrl these too, and Escape gives it up', async () => {
  const chosen = (): Locator => page.getByRole('button', { name: /^Scene \d:.*, chosen$/ });
  const [second, third] = [await boxOf(block(2)), await boxOf(block(3))];
  // Between the ruler and the scenes there is no text.
  const top = second.y - 14;
  const draw = async (from: number, to: number): Promise<void> => {
    await page.mouse.move(from, top);
    await page.mouse.down();
    await page.mouse.move(to, second.y + 30, { steps: 5 });
  };
  await draw(second.x + 40, third.x + 20);
  await expect(chosen()).toHaveCount(2);
  await page.mouse.up();
  await expect(chosen()).toHaveCount(2);
  await expect(block(2)).toHaveAttribute('aria-current', 'true');
  const first = await boxOf(block(1));
  await page.keyboard.down('Control');
  await draw(first.x + 30, first.x + 60);
  await expect(chosen()).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.keyboard.up('Control');
  await expect(chosen()).toHaveCount(2);
  await page.keyboard.press('Delete');
  await undo('2 scenes deleted');
  await expect(block(4)).toBeVisible();
  // A click beside everything lets go.
  await draw(second.x + 40, third.x + 20);
  await page.mouse.up();
  await expect(chosen()).toHaveCount(2);
  await page.mouse.click(second.x + 40, top);
  await expect(chosen()).toHaveCount(0);
});

test('axe finds nothing in a scene’s menu', async () => {
  await block(1).click({ position: { x: 60, y: 30 }, button: 'right' });
  await expect(page.getByRole('menuitem', { name: /^Split at the playhead/ })).toBeVisible();
  await checkWithAxe(page, 'scene menu', [DESKTOP]);
  await page.keyboard.press('Escape');
});

test('a scene’s menu splits it only where the playhead stands in it', async () => {
  await block(1).click({ position: { x: 60, y: 30 } });
  await page.keyboard.press('Escape');
  const number = (await titles()).length;
  await block(number).click({ position: { x: 60, y: 30 }, button: 'right' });
  const split = page.getByRole('menuitem', { name: /^Split at the playhead/ });
  await expect(split).toBeVisible();
  await expect(split).toBeDisabled();
  await expect(split).toHaveAttribute('title', 'Move the playhead into this scene first.');
  await page.keyboard.press('Escape');
});

test('a text that begins where two scenes cross stays chosen when it is shown', async () => {
  const { scenes } = await owner.project(projectId);
  const [first] = scenes.toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  if (!first) throw new Error('There is no scene.');
  const start = (first.trimEnd ?? first.duration) - 0.5;
  await owner.send('PATCH', `/api/scenes/${first.id}`, {
    transition: { kind: 'crossfade', seconds: 1, sound: true },
    textOverlays: [
      { text: 'Across', fontSize: 48, color: '#FFFFFF', position: 'center', startTime: start, endTime: start + 0.4 },
    ],
  });
  await page.reload();
  await page.getByRole('button', { name: 'Edit text “Across” on scene 1', exact: true }).click();
  const inspector = page.getByRole('region', { name: 'Selected text' });
  await expect(inspector).toBeVisible();
  await expect(page.getByRole('button', { name: /^Text “Across” on the picture/ })).toBeVisible();
  await expect(inspector).toContainText('Scene 1');
  await inspector.getByRole('button', { name: 'Delete text' }).click();
  await page.reload();
  await expect(block(1)).toBeVisible();
});

test('a text starts at the playhead, also while a join is selected', async () => {
  const slider = page.getByRole('slider', { name: 'Playhead' });
  const seconds = async (): Promise<number> => Number(await slider.inputValue()) / 24;
  await slider.focus();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Next scene' }).click();
  const start = await seconds();
  await page.getByRole('button', { name: /^Join of scenes 1 and 2: / }).click();
  await slider.focus();
  for (let second = 0; second < 2; second++) await page.keyboard.press('Shift+ArrowRight');
  const into = (await seconds()) - start;
  await expect(page.getByRole('region', { name: 'Join of scenes 1 and 2', exact: true })).toBeVisible();
  await button('Add Text').click();
  expect(into).toBeGreaterThan(1);
  await expect(page.getByLabel('Start time')).toHaveValue((Math.floor(into * 10) / 10).toFixed(1));
  await page.keyboard.press('Escape');
});
