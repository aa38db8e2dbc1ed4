/** Every picture that plays: a click and a finger play and pause it, and on the whole screen it has controls. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { openDialog } from './export-steps.ts';
import { lighthouse, untilClipsAreKept } from './journey.ts';
import { ownServer } from './own-server.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { withoutCodecs } from './without-encoders.ts';

test.use({ hasTouch: true });

// What can't be pressed is told early.
test.use({ actionTimeout: 15_000 });

const server = ownServer(startPlantedServer);

type Spot = { x: number; y: number };

/** A place of the picture on which nothing lies. */
async function spotOn(picture: Locator): Promise<Spot> {
  const box = await picture.boundingBox();
  if (box === null) throw new Error('The picture is not on the page.');
  return { x: box.x + box.width * 0.25, y: box.y + box.height * 0.4 };
}

type Shown = { page: Page; picture: Locator; play: Locator; pause: Locator };

/** It plays at first, and at last. */
async function expectToggled({ page, picture, play, pause }: Shown): Promise<void> {
  await expect(pause).toBeVisible();
  const { x, y } = await spotOn(picture);
  await page.touchscreen.tap(x, y);
  await expect(play).toBeVisible();
  await page.touchscreen.tap(x, y);
  await expect(pause).toBeVisible();
  await page.mouse.click(x, y);
  await expect(play).toBeVisible();
  await page.mouse.click(x, y);
  await expect(pause).toBeVisible();
}

type Controlled = { page: Page; root: Locator; picture: Locator; isMuted?: boolean };

/** It plays on the whole screen. */
async function expectControls({ page, root, picture, isMuted = false }: Controlled): Promise<void> {
  const controls = root.locator('[data-picture-controls]');
  const layer = controls.locator('..');
  const button = (name: string) => controls.getByRole('button', { name, exact: true });
  await expectToggled({ page, picture, play: button('Play'), pause: button('Pause') });
  // They go when the pointer rests, and come with it.
  await expect(layer).toHaveAttribute('data-shown', 'false');
  const { x, y } = await spotOn(picture);
  await page.mouse.move(x + 20, y + 20);
  await expect(layer).toHaveAttribute('data-shown', 'true');
  await button('Pause').click();
  await expect(button('Play')).toBeVisible();
  await controls.getByRole('slider', { name: 'Position in the movie' }).fill('9');
  await expect(controls.getByText(/^0:09 \/ /)).toBeVisible();
  const [first, second] = isMuted ? (['Unmute', 'Mute'] as const) : (['Mute', 'Unmute'] as const);
  await button(first).click();
  await button(second).click();
  await expect(button(first)).toBeVisible();
  // A device with a touchscreen has buttons for it.
  await expect(controls.getByRole('slider', { name: 'Volume' })).toHaveCount(0);
  await button('Exit fullscreen').click();
  await expect(controls).toHaveCount(0);
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
}

test('on the landing page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/landing`);
  const frame = page.getByRole('figure');
  const play = frame.getByRole('button', { name: 'Play the demo movie' });
  const pause = frame.getByRole('button', { name: 'Pause the demo movie' });
  await play.click();
  const picture = frame.locator('canvas');
  await expect(picture).toHaveAttribute('data-scene-number', '3');
  await expectToggled({ page, picture, play, pause });
  await frame.getByRole('button', { name: 'Show the demo movie in fullscreen' }).click();
  await expectControls({ page, root: frame, picture, isMuted: true });
  // What was sought there is where it stands here, to the frame.
  await expect(play).toBeVisible();
  await expect(frame.getByText(/ \/ 0:37$/).first()).toHaveText(/^0:09/);
});

test('on the landing page, of a movie that nobody has played yet', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/landing`);
  const frame = page.getByRole('figure');
  await frame.getByRole('button', { name: 'Show the demo movie in fullscreen' }).click();
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  await expectControls({ page, root: frame, picture: frame.locator('canvas'), isMuted: true });
});

test('in the showcase', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/showcase/sample`);
  const movie = page.getByRole('region', { name: 'Movie', exact: true });
  const button = (name: string) => movie.getByRole('button', { name, exact: true });
  await button('Play').click();
  const picture = movie.locator('canvas[data-clip-frame]');
  await expectToggled({ page, picture, play: button('Play'), pause: button('Pause') });
  await button('Fullscreen').click();
  await expectControls({ page, root: movie, picture });
});

test('on a scene’s card, and in the timeline', async ({ page }) => {
  await openPlanted(page, server.url, 0);
  await untilClipsAreKept(page, server.url);
  const card = page.getByRole('article', { name: /^Scene 1:/ });
  const named = (name: string) => card.getByRole('button', { name, exact: true });
  await named('Play scene 1').click();
  const small = card.locator('canvas[data-clip-frame]');
  await expect(small).toHaveAttribute('data-clip-frame', /\d/);
  await expectToggled({ page, picture: small, play: named('Play scene 1'), pause: named('Pause scene 1') });

  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const picture = page.locator('canvas[data-clip-frame]');
  await expect(picture).toHaveAttribute('data-clip-frame', /\d/);
  await button('Play').click();
  await expectToggled({ page, picture, play: button('Play'), pause: button('Pause') });
  await button('Fullscreen').click();
  await expectControls({ page, root: page.locator('body'), picture });
});

test('of a finished movie', async ({ page }) => {
  await openPlanted(page, server.url, 1);
  await untilClipsAreKept(page, server.url);
  await (await openDialog(page, /^As made/)).getByRole('button', { name: 'Start Export' }).click();
  await page.getByRole('button', { name: `Watch ${lighthouse.title}` }).click();
  const done = page.getByRole('dialog', { name: 'Your movie is ready' });
  const button = (name: string) => done.getByRole('button', { name, exact: true });
  await button('Play').click();
  const picture = done.getByLabel('Finished movie');
  await expectToggled({ page, picture, play: button('Play'), pause: button('Pause') });
  // Its controls are those of the page and of the whole screen.
  await button('Fullscreen').click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.querySelector('video') !== null)).toBe(true);
  await expectToggled({ page, picture, play: button('Play'), pause: button('Pause') });
  await button('Exit fullscreen').click();
});

test.describe('without a touchscreen', () => {
  test.use({ hasTouch: false });

  const expectVolume = async (root: Locator): Promise<void> => {
    const controls = root.locator('[data-picture-controls]');
    const button = (name: string) => controls.getByRole('button', { name, exact: true });
    const volume = controls.getByRole('slider', { name: 'Volume' });
    await volume.fill('0.5');
    await expect(volume).toHaveValue('0.5');
    await button('Mute').click();
    await expect(volume).toHaveValue('0');
    await button('Unmute').click();
    await expect(volume).toHaveValue('0.5');
    await button('Exit fullscreen').click();
    await expect(controls).toHaveCount(0);
  };

  test('the volume is set on the whole screen, too', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${server.url}/landing`);
    const frame = page.getByRole('figure');
    await frame.getByRole('button', { name: 'Show the demo movie in fullscreen' }).click();
    await expectVolume(frame);
    await expect(frame.getByRole('button', { name: 'Mute the demo movie' })).toBeVisible();
    await page.goto(`${server.url}/showcase/sample`);
    const movie = page.getByRole('region', { name: 'Movie', exact: true });
    await movie.getByRole('button', { name: 'Fullscreen', exact: true }).click();
    await expectVolume(movie);
    await expect(movie.getByRole('slider', { name: 'Volume' })).toHaveValue('0.5');
  });
});

test.describe('without decoders', () => {
  // Its requests are seen here, instead of in the service worker.
  test.use({ serviceWorkers: 'block' });

  test('the showcase plays all the same, and says what its preview leaves out', async ({ page }) => {
    await withoutCodecs(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${server.url}/showcase/sample`);
    const movie = page.getByRole('region', { name: 'Movie', exact: true });
    const button = (name: string) => movie.getByRole('button', { name, exact: true });
    await button('Play').click();
    const picture = movie.locator('video').first();
    await expectToggled({ page, picture, play: button('Play'), pause: button('Pause') });
    await expect(
      movie.getByText(
        'This browser’s preview leaves out crossfades, music, and voice-overs. The exported movie has everything.',
      ),
    ).toBeVisible();
  });
});
