/** A person's account: the way in, their key, their settings, their theme. */
import { expect, test } from '@playwright/test';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { checkWithAxe } from './axe.ts';
import { GOOD_KEY, onboardingRows, settingsRows } from './checklist/account.ts';
import { runRows } from './checklist/checklist.ts';
import { signIn } from './journey.ts';
import { startServer, type RunningServer } from './server.ts';

let gemini: FakeGemini;
let server: RunningServer;
test.beforeAll(async () => {
  gemini = await startFakeGemini();
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url });
});
test.afterAll(async () => {
  await server.remove();
  await gemini.close();
});

test('a key is set up', async ({ page }) => {
  await signIn(page, server.url);
  await runRows(onboardingRows, { page, url: server.url });
});

test('a key is changed and removed, and the theme is kept', async ({ page }) => {
  // Somebody else: how often one person may have keys judged is limited.
  const headers = { Origin: server.url };
  const form = { email: 'noa@example.org', firstName: 'Noa', lastName: 'Levi' };
  await expect(await page.request.post(`${server.url}/api/login`, { form, headers })).toBeOK();
  const data = { apiKey: GOOD_KEY };
  await expect(await page.request.post(`${server.url}/api/user/save-api-key`, { data, headers })).toBeOK();
  await page.goto(`${server.url}/`);
  await runRows(settingsRows, { page, url: server.url });
});

test('axe finds nothing where a key is refused or removed', async ({ page }) => {
  await signIn(page, server.url, { email: 'tom@example.org', firstName: 'Tom', lastName: 'Berg' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByLabel('API key', { exact: true }).fill('AQ.fake-bad-key-0123456789');
  await page.getByLabel('API key', { exact: true }).press('Enter');
  await page.getByRole('alert').waitFor();
  await checkWithAxe(page, 'onboarding with a refused key');
  await page.getByRole('button', { name: 'Try the demo studio — no key, no cost' }).click();
  await page.waitForURL(`${server.url}/`);
  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Remove Key…' }).click();
  await checkWithAxe(page, 'removing the key');
});
