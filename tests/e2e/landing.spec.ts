/** The landing page, the page for addresses that lead nowhere, and who is sent on from the first. */
import { expect, test, type Page } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import { landingRows, notFoundRows } from './checklist/landing.ts';
import { fillSignIn, ines } from './journey.ts';
import { startServer, type RunningServer } from './server.ts';
import { withoutCodecs } from './without-encoders.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

test('a visitor sees what the product is, what it costs, and where to begin', async ({ page }) => {
  await page.goto(`${server.url}/landing`);
  await runRows(landingRows, { page, url: server.url });
});

test('axe finds nothing on the public pages', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/landing`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkWithAxe(page, 'landing');
  await page.goto(`${server.url}/nowhere`);
  await runRows(notFoundRows, { page, url: server.url });
  await checkWithAxe(page, '404');
});

/** What the page asks for to play the movie: code, and clips. */
function playerRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /(landing-player|create-player|preview\.worker|[a-z-]+\.mp4)/.exec(
      new URL(request.url()).pathname,
    )?.[0];
    if (name !== undefined) asked.push(name);
  });
  return asked;
}

/** Whether the movie stands still, and nothing of it was asked for, when the page has come to rest. */
async function expectPoster(page: Page): Promise<void> {
  const asked = playerRequests(page);
  await page.goto(`${server.url}/landing`);
  // What comes after everything else has come.
  await page.waitForResponse(/\/assets\/landing-gate-/);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Play the demo movie' })).toBeVisible();
  await expect(page.locator('figure canvas')).toHaveCount(0);
  expect(asked).toEqual([]);
}

test.describe('the movie', () => {
  // Its requests are seen here, instead of in the service worker.
  test.use({ serviceWorkers: 'block' });

  test('waits for who asked for less motion, and plays when asked', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectPoster(page);
    await page.getByRole('button', { name: 'Play the demo movie' }).click();
    await expect(page.locator('figure canvas')).toHaveAttribute('data-scene-number', '3');
    await expect(page.getByRole('button', { name: 'Pause the demo movie' })).toBeVisible();
  });

  test('waits for who saves data', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await expectPoster(page);
  });

  test('brings the clip at its playhead first, and not all of them', async ({ page }) => {
    const asked = playerRequests(page);
    await page.goto(`${server.url}/landing`);
    await expect(page.locator('figure canvas')).toHaveAttribute('data-scene-number', '3');
    const clips = asked.filter((name) => name.endsWith('.mp4'));
    expect(clips[0]).toBe('desert-dawn.mp4');
    expect(clips.length).toBeLessThanOrEqual(2);
  });

  test('asks to be heard by the click that unmutes it', async ({ page }) => {
    // As where a browser allows no sound before a click, which headless ones do.
    await page.addInitScript(() => {
      const { AudioContext } = window;
      window.AudioContext = class extends AudioContext {
        constructor(options?: AudioContextOptions) {
          super(options);
          Object.defineProperty(this, 'state', { value: 'suspended' });
        }
        override async resume(): Promise<void> {
          if (navigator.userActivation.hasBeenActive) document.documentElement.dataset['sound'] = 'allowed';
        }
      };
    });
    await page.goto(`${server.url}/landing`);
    await expect(page.locator('figure canvas')).toHaveAttribute('data-scene-number', '3');
    await page.getByRole('button', { name: 'Unmute the demo movie' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-sound', 'allowed');
  });

  test('is played by two video elements where the browser has no decoders', async ({ page }) => {
    await withoutCodecs(page);
    await page.goto(`${server.url}/landing`);
    await expect(page.getByRole('button', { name: 'Pause the demo movie' })).toBeVisible();
    await expect
      .poll(() =>
        page
          .locator('figure video')
          .evaluateAll((all) => all.some((one) => one instanceof HTMLVideoElement && !one.paused)),
      )
      .toBe(true);
  });

  test('whose player can’t be loaded leaves its poster, and nothing that looks like a control', async ({ page }) => {
    await page.route(/landing-player-/, (route) => route.abort());
    await page.goto(`${server.url}/landing`);
    const frame = page.getByRole('figure');
    await expect(frame.getByRole('alert')).toHaveText(
      'Couldn’t load the player. Check your connection and reload the page.',
    );
    await expect(frame.getByRole('img', { name: /^A caravan crosses/ })).toBeVisible();
    await expect(frame.locator('button:enabled, input')).toHaveCount(0);
  });

  test('whose clip can’t be loaded says so, and plays when it can', async ({ page }) => {
    await page.route('**/sample/*.mp4', (route) => route.abort());
    await page.goto(`${server.url}/landing`);
    const frame = page.getByRole('figure');
    await expect(frame.getByRole('alert')).toHaveText(/^Couldn’t load the clip of scene 3/);
    await page.unroute('**/sample/*.mp4');
    await frame.getByRole('button', { name: 'Play the demo movie' }).click();
    await expect(frame.locator('canvas')).toHaveAttribute('data-scene-number', '3');
    await expect(frame.getByRole('alert')).toHaveCount(0);
  });
});

test('while it is asked who is there, the page says that it is loading', async ({ page }) => {
  let letGo = (): void => {};
  const mayGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/auth/user', async (route) => {
    await mayGo;
    await route.continue();
  });
  await page.goto(`${server.url}/landing`);
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('who is signed in is sent on: to the key that is missing, then to their projects', async ({ page }) => {
  await page.goto(`${server.url}/api/login`);
  await fillSignIn(page, ines);
  await page.waitForURL('**/onboarding');
  await page.goto(`${server.url}/landing`);
  await expect(page).toHaveURL(`${server.url}/onboarding`);
  await page.getByRole('button', { name: 'Try the demo studio — no key, no cost' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await page.goto(`${server.url}/landing`);
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();

  await test.step('also when the server can’t be asked: the last known person stays signed in', async () => {
    await page.route('**/api/auth/user', (route) => route.abort());
    await page.goto(`${server.url}/landing`);
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
  });
});
