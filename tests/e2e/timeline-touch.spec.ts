/** A movie is edited by touch, on a phone: what fingers do reaches the server, and can be taken back. */
import { expect, test, type Locator } from '@playwright/test';
import type { Scene } from '#shared/entities/scene.ts';
import { audioPiece } from '#tests/helpers/rows.ts';
import { swellingWav } from '#tests/helpers/wav.ts';
import { checkWithAxe, expectNoViolations, PHONE } from './axe.ts';
import { bringSound } from './bring-file.ts';
import { block } from './editing.ts';
import { signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';
import { expectToast, toastsOn } from './toast.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

type Place = { x: number; y: number };

test('a movie is looked through, written on, and set to music with fingers', async ({ page, context }) => {
  const { person, projectId } = await plantedOwner(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const owner = await signInByCall(page.request, server.url, person);
  const scenes = async (): Promise<Scene[]> => (await owner.project(projectId)).scenes;
  const textOf = async () => (await scenes())[0]?.textOverlays[0];
  const startOfMusic = async () => (await owner.project(projectId)).project.audio[0]?.startSeconds ?? 0;
  const mediaId = await bringSound(page, server.url, 'Harbor.wav', swellingWav({ seconds: 12 }));
  const [first] = await scenes();
  await owner.send('PATCH', `/api/projects/${projectId}`, { audio: [audioPiece({ mediaId, outSeconds: 12 })] });
  await owner.send('PATCH', `/api/scenes/${first?.id}`, {
    textOverlays: [
      { text: 'Dawn', fontSize: 48, color: '#FFFFFF', position: { x: 60, y: 60 }, startTime: 0, endTime: 6 },
    ],
  });
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);

  const touch = await context.newCDPSession(page);
  const swipe = async (...fingers: readonly (readonly Place[])[]): Promise<void> => {
    for (const [index, touchPoints] of fingers.entries())
      await touch.send('Input.dispatchTouchEvent', {
        type: index === 0 ? 'touchStart' : 'touchMove',
        touchPoints: [...touchPoints],
      });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  /** One finger, in steps that a page can follow. */
  const drag = (from: Place, by: Place): Promise<void> =>
    swipe(...[0, 0.25, 0.5, 0.75, 1].map((part) => [{ x: from.x + by.x * part, y: from.y + by.y * part }]));
  const boxOf = async (of: Locator): Promise<Place & { width: number; height: number }> => {
    const box = await of.boundingBox();
    if (!box) throw new Error('It is not on the page.');
    return box;
  };
  const middleOf = async (of: Locator): Promise<Place> => {
    const { x, y, width, height } = await boxOf(of);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const undo = async (title: string): Promise<void> => {
    await expect(toastsOn(page).getByText(title, { exact: true })).toBeVisible();
    await toastsOn(page).getByRole('button', { name: 'Undo' }).tap();
  };
  const box = page.getByRole('button', { name: 'Text “Dawn” on the picture', exact: true });
  const inspector = page.getByRole('region', { name: 'Selected text' });

  await test.step('the strip scrolls under a playhead that stands still', async () => {
    await expect(box).toBeVisible();
    await expect.poll(async () => Math.round((await boxOf(block(page, 1))).x)).toBe(195);
    const { x, y } = await boxOf(block(page, 1));
    await drag({ x: x + 150, y: y + 20 }, { x: -4 * 44, y: 0 });
    // As fast as that, it goes on by itself.
    await expect(page.getByText(/^0:(0[3-9]|[12]\d):\d\d \//)).toBeVisible();
    await expect(async () => {
      // While it still goes on, it takes the playhead along.
      await page.getByRole('slider', { name: 'Playhead' }).press('Home');
      await expect(page.getByText(/^0:00:00 \//)).toBeVisible({ timeout: 500 });
      expect(Math.round((await boxOf(block(page, 1))).x)).toBe(195);
    }).toPass();
  });

  await test.step('two fingers zoom the lanes, and not the page', async () => {
    const zoom = async (): Promise<number> => (await boxOf(block(page, 1))).width;
    const whole = await zoom();
    const { x, y } = await boxOf(block(page, 1));
    const apart = (by: number): Place[] => [
      { x: x + 60 - by, y: y + 30 },
      { x: x + 60 + by, y: y + 30 },
    ];
    await swipe(apart(20), apart(25), apart(30), apart(35), apart(40));
    await expect.poll(async () => (await zoom()) / whole).toBeGreaterThan(1.5);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  });

  await test.step('a text is dragged over the picture and styled in its sheet', async () => {
    await box.tap();
    await expect(inspector).toBeVisible();
    const picture = await boxOf(page.getByRole('group', { name: 'Texts on the picture' }));
    const from = await middleOf(box);
    await drag(from, { x: picture.x + picture.width / 2 + 3 - from.x, y: picture.y + picture.height / 2 - from.y });
    await expect.poll(async () => (await textOf())?.position).toEqual({ x: 50, y: 50 });
    const preset = inspector.getByRole('button', { name: 'Box', exact: true }).first();
    await expect(async () => {
      // A tap that stops what still scrolls presses nothing.
      await preset.tap();
      await expect(preset).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 });
    }).toPass();
    await expect.poll(async () => (await textOf())?.style).toEqual({ box: true });
    await undo('Text style changed');
    await expect.poll(async () => (await textOf())?.style).toBeUndefined();
    for (const target of await inspector.getByRole('button').all())
      expect((await boxOf(target)).height).toBeGreaterThanOrEqual(36);
    await expectNoViolations(page, 'a chosen text on a phone');
    await inspector.getByRole('button', { name: 'Close' }).tap();
    await expect(inspector).toBeHidden();
  });

  await test.step('a piece of music that is selected is dragged', async () => {
    const piece = page.getByRole('group', { name: 'Music lane', exact: true }).getByRole('button');
    const { x, y, height } = await boxOf(piece);
    const at = { x: x + 40, y: y + height / 2 };
    await page.touchscreen.tap(at.x, at.y);
    await drag(at, { x: 90, y: 0 });
    await expect.poll(startOfMusic).toBeGreaterThan(0.5);
  });

  await test.step('a text is written in its sheet, and all of it is there after a reload', async () => {
    await page.reload();
    await expect(box).toBeVisible();
    await page.getByRole('button', { name: 'Next scene' }).tap();
    await page.getByRole('button', { name: 'Add Text', exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: 'Add text overlay' });
    await dialog.getByLabel('Text', { exact: true }).fill('Noon');
    await expectNoViolations(page, 'text dialog on a phone');
    await dialog.getByRole('button', { name: 'Add Text Overlay' }).tap();
    await expectToast(page, 'Text overlay added');
    await expect.poll(async () => (await scenes())[1]?.textOverlays).toMatchObject([{ text: 'Noon' }]);
    await page.getByRole('button', { name: 'Media', exact: true }).tap();
    await expect(page.getByRole('dialog', { name: 'Media' })).toBeVisible();
    await checkWithAxe(page, 'media as a sheet', [PHONE]);
  });
});
