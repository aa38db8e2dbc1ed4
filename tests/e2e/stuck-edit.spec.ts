/** An edit that does not get through is told, holds no call up for long, and goes when the person says so. */
import { expect, test, type Page } from '@playwright/test';
import { editScene, lighthouse, openProjectId, scenesOnServer } from './journey.ts';
import { openSavedProject } from './saved-project.ts';

const serverUrl = openSavedProject();

/** The server is there, and answers edits of scenes with trouble until it is told to stop. */
async function breakEdits(page: Page): Promise<() => Promise<void>> {
  const edits = '**/api/scenes/*';
  await page.route(edits, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503, body: 'Busy.' }) : route.fallback(),
  );
  return () => page.unroute(edits);
}

test('the header says that an edit does not get through, and tries it again when it is pressed', async ({ page }) => {
  const mend = await breakEdits(page);
  await editScene(page, 2, 'Title', 'The logbook opens');
  const delayed = page.getByRole('banner').getByRole('button', { name: 'Kept on this device' });
  await expect(delayed).toBeVisible();
  await delayed.hover();
  await expect(page.getByRole('tooltip')).toContainText('“Edit scene 2” hasn’t reached the server yet.');
  await mend();
  await delayed.click();
  await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible({ timeout: 2_000 });
});

test(
  'Improve says what it waits for after 20 seconds, and Retry makes it once that is saved',
  { tag: '@long' },
  async ({ page }) => {
    const mend = await breakEdits(page);
    await editScene(page, 2, 'Title', 'The logbook opens');
    const card = page.getByRole('article', { name: /^Scene 2/ });
    await card.getByRole('button', { name: 'Improve' }).click();
    const since = performance.now();
    const notices = page.getByRole('region', { name: 'Notifications (F8)' });
    await expect(notices).toContainText('“Edit scene 2” hasn’t been saved yet.', { timeout: 22_000 });
    const waitedMs = performance.now() - since;
    console.log(`Improve ended after ${Math.round(waitedMs)} ms`);
    expect(waitedMs).toBeLessThan(22_000);
    await expect(card.getByRole('button', { name: 'Improve' })).toBeEnabled();
    await mend();
    await notices.getByRole('button', { name: 'Retry' }).click();
    await expect(notices).toContainText('Description improved');
    await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible();
  },
);

/** Edits of scenes are refused for good until that is mended. */
async function refuseEdits(page: Page): Promise<() => Promise<void>> {
  const edits = '**/api/scenes/*';
  const json = { message: 'This title can’t be used.', code: 'invalid_input', requestId: 'test' };
  await page.route(edits, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 422, json }) : route.fallback(),
  );
  return () => page.unroute(edits);
}

test(
  'a refused change shows what it would have set, and is retried, or discarded from the dashboard',
  { tag: '@long' },
  async ({ page }) => {
    const banner = page.getByRole('banner');
    const needsYou = banner.getByRole('button', { name: 'Needs you' });
    const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
    const mend = await refuseEdits(page);
    await editScene(page, 2, 'Title', 'The logbook opens');
    await needsYou.click();
    await expect(dialog).toContainText('Title: The logbook opens');
    await expect(dialog).toContainText('This title can’t be used.');
    await mend();
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog).toContainText('All resolved.');
    await page.keyboard.press('Escape');
    await expect(banner.getByText('Saved', { exact: true })).toBeVisible();

    await refuseEdits(page);
    await editScene(page, 2, 'Title', 'The logbook burns');
    await expect(needsYou).toBeVisible();
    await page.getByRole('link', { name: 'Back to My Projects' }).click();
    await needsYou.click();
    await expect(dialog).toContainText(lighthouse.title);
    await dialog.getByRole('button', { name: 'Discard change' }).click();
    await expect(dialog).toContainText('All resolved.');
    await page.keyboard.press('Escape');
    await expect(needsYou).toHaveCount(0);
  },
);

test('a change that the server fails at each time can be given up', { tag: '@long' }, async ({ page }) => {
  const banner = page.getByRole('banner');
  const json = { message: 'The disk is broken.', code: 'internal', requestId: 'test' };
  await page.route('**/api/scenes/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json }) : route.fallback(),
  );
  const card = page.getByRole('article', { name: /^Scene 2/ });
  const before = await card.getAttribute('aria-label');
  await editScene(page, 2, 'Title', 'The logbook opens');
  const needsYou = banner.getByRole('button', { name: 'Needs you' });
  const delayed = banner.getByRole('button', { name: 'Kept on this device' });
  // Each press is another try.
  await expect(async () => {
    if (await delayed.isVisible()) await delayed.click();
    await expect(needsYou).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await needsYou.click();
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(dialog).toContainText('The server fails each time it gets this change: The disk is broken.');
  await dialog.getByRole('button', { name: 'Discard change' }).click();
  await expect(dialog).toContainText('All resolved.');
  await page.keyboard.press('Escape');
  await expect(banner.getByText('Saved', { exact: true })).toBeVisible();
  await expect(card).toHaveAttribute('aria-label', before ?? '');
});

test('a scene that was deleted on another device is restored with the edit that was made here', async ({ page }) => {
  const mend = await breakEdits(page);
  await editScene(page, 2, 'Title', 'The logbook opens');
  const projectId = openProjectId(page);
  const [, second] = await scenesOnServer(page, serverUrl(), projectId);
  const headers = { Origin: serverUrl() };
  expect((await page.request.delete(`${serverUrl()}/api/scenes/${second?.id}`, { headers })).ok()).toBe(true);
  await mend();
  await page.getByRole('banner').getByRole('button', { name: 'Needs you' }).click({ timeout: 40_000 });
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(dialog).toContainText('This scene was deleted on another device.');
  await dialog.getByRole('button', { name: 'Restore scene' }).click();
  await expect(dialog).toContainText('All resolved.');
  await expect
    .poll(async () => (await scenesOnServer(page, serverUrl(), projectId)).map(({ title }) => title))
    .toContain('The logbook opens');
});
