/** An edit that does not get through is told, holds no call up for long, and goes when the person says so. */
import { expect, test, type Page } from '@playwright/test';
import { editScene, lighthouse, scenesOnServer, stopClock } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';
import { toastsOn } from './toast.ts';

const server = servePlanted();

/** What the server answers to edits of scenes, until it is mended. */
async function answerEdits(
  page: Page,
  reply: { status: number; message: string; code?: string },
): Promise<() => Promise<void>> {
  const edits = '**/api/scenes/*';
  const { status, ...said } = reply;
  await page.route(edits, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status, json: { ...said, requestId: 'test' } })
      : route.fallback(),
  );
  return () => page.unroute(edits);
}

test('an edit that does not get through is tried again, retried, restored, or discarded', async ({ page }) => {
  await page.clock.install();
  const { projectId } = await openPlanted(page, server.url);
  const banner = page.getByRole('banner');
  const isSaved = banner.getByText('Saved', { exact: true });
  const delayed = banner.getByRole('button', { name: 'Kept on this device' });
  const needsYou = banner.getByRole('button', { name: 'Needs you' });
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
  const card = page.getByRole('article', { name: /^Scene 2/ });
  const titles = async () => (await scenesOnServer(page, server.url, projectId)).map(({ title }) => title);
  const resolve = async (how: string): Promise<void> => {
    await dialog.getByRole('button', { name: how }).click();
    await expect(dialog).toContainText('All resolved.');
    await page.keyboard.press('Escape');
    await expect(needsYou).toHaveCount(0);
  };
  await expect(isSaved).toBeVisible();

  await test.step('the header says it; Improve says what it waits for after 20 seconds', async () => {
    const mend = await answerEdits(page, { status: 503, message: 'Busy.' });
    await editScene(page, 2, 'Title', 'The logbook opens');
    await expect(delayed).toBeVisible();
    await delayed.hover();
    await expect(page.getByRole('tooltip')).toContainText('“Edit scene 2” hasn’t reached the server yet.');
    const improve = card.getByRole('button', { name: 'Improve' });
    await improve.click();
    await expect(improve).toHaveCount(0);
    await expect(async () => {
      await page.clock.fastForward(20_000);
      await expect(toastsOn(page)).toContainText('“Edit scene 2” hasn’t been saved yet.', { timeout: 500 });
    }).toPass();
    await expect(improve).toBeEnabled();
    await mend();
  });

  await test.step('pressed, it is tried at once, and what waited for it can be made', async () => {
    await stopClock(page);
    // A press does nothing while an attempt is on its way, which may still be answered with the fault.
    await expect(async () => {
      if (await delayed.isVisible()) await delayed.click({ timeout: 500 });
      // What follows the database rests for so long; the next try by itself is a minute away.
      await page.clock.runFor(250);
      expect(await titles()).toContain('The logbook opens');
    }).toPass();
    await page.clock.resume();
    await expect(isSaved).toBeVisible();
    await toastsOn(page).getByRole('button', { name: 'Retry' }).click();
    await expect(toastsOn(page)).toContainText('Description improved');
  });

  await test.step('a refused change shows what it would have set, and is retried', async () => {
    const mend = await answerEdits(page, { status: 422, message: 'This title can’t be used.', code: 'invalid_input' });
    await editScene(page, 2, 'Title', 'The logbook closes');
    await needsYou.click();
    await expect(dialog).toContainText('Title: The logbook closes');
    await expect(dialog).toContainText('This title can’t be used.');
    await mend();
    await resolve('Retry');
    await expect.poll(titles).toContain('The logbook closes');
  });

  await test.step('one that the server fails at each time can be given up, also on the dashboard', async () => {
    const mend = await answerEdits(page, { status: 500, message: 'The disk is broken.', code: 'internal' });
    await editScene(page, 2, 'Title', 'The logbook burns');
    await expect(async () => {
      await page.clock.fastForward(60_000);
      await expect(needsYou).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole('link', { name: 'Back to My Projects' }).click();
    await needsYou.click();
    await expect(dialog).toContainText(lighthouse.title);
    await expect(dialog).toContainText('The server fails each time it gets this change: The disk is broken.');
    await resolve('Discard change');
    await mend();
    await page.getByRole('link', { name: new RegExp(lighthouse.title) }).click();
    await expect(card).toHaveAccessibleName('Scene 2: The logbook closes');
    await expect(isSaved).toBeVisible();
  });

  await test.step('a scene that was deleted on another device is restored with the edit that was made here', async () => {
    const mend = await answerEdits(page, { status: 503, message: 'Busy.' });
    await editScene(page, 2, 'Title', 'The logbook returns');
    await expect(delayed).toBeVisible();
    const [, second] = await scenesOnServer(page, server.url, projectId);
    const deletion = await page.request.delete(`${server.url}/api/scenes/${second?.id}`, {
      headers: { Origin: server.url },
    });
    await expect(deletion).toBeOK();
    await mend();
    await delayed.click();
    await needsYou.click();
    await expect(dialog).toContainText('This scene was deleted on another device.');
    await resolve('Restore scene');
    await expect.poll(titles).toContain('The logbook returns');
  });
});
