/** The landing page, the page for addresses that lead nowhere, and who is sent on from the first. */
import { expect, test, type Page } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import { landingRows, notFoundRows } from './checklist/landing.ts';
import { fillSignIn, ines } from './journey.ts';
import { startServer, type RunningServer } from './server.ts';

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

/** Whether the movie stands still once the page has come to rest. */
async function expectPoster(page: Page): Promise<void> {
  await page.goto(`${server.url}/landing`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Play the demo movie' })).toBeVisible();
  await expect(page.locator('video')).toHaveJSProperty('networkState', HTMLMEDIA_IDLE);
}
/** `HTMLMediaElement.NETWORK_IDLE`: nothing of the movie was asked for. */
const HTMLMEDIA_IDLE = 1;

test('the movie waits for who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectPoster(page);
});

test('the movie waits for who saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await expectPoster(page);
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
