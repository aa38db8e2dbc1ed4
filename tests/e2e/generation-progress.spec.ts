/** Clips go on while nobody looks: the progress dialog is closed and opened, the page is left, the browser starts anew. */
import { expect, test } from '@playwright/test';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { createProject, saveKey, signIn } from './journey.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';

let gemini: FakeGemini;
let server: RunningServer;
/** As long as it is closed, the model is at work on every clip. */
let openGate: () => void;

test.beforeAll(async () => {
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  gemini = await startFakeGemini({
    delayMs: (operation) => (operation === 'interactions.get' ? 1 : 0),
    wait: () => gate,
  });
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '100' });
});
test.afterAll(async () => {
  openGate();
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
  await gemini.close();
});

test('leaving the dialog, the page and the browser stops nothing and loses nothing', async ({ page }) => {
  await signIn(page, server.url);
  await saveKey(page, 'AQ.test-key-of-the-end-to-end-run');
  const idea = { title: 'Unwatched', description: 'A kettle comes to the boil while nobody looks.', genre: 'Drama' };
  const count = await createProject(page, idea);
  const editor = page.url();
  const dialog = page.getByRole('dialog', { name: 'Generating videos' });
  const pill = page.getByRole('button', { name: new RegExp(`^0 / ${count}`) });

  await test.step('the dialog is closed; a pill in the header goes on counting and opens it again', async () => {
    await page.getByRole('button', { name: 'Generate Videos' }).first().click();
    await page.getByRole('button', { name: 'Start Generation' }).click();
    await expect(dialog.getByText('Safe to close: it goes on without this window.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await pill.click();
    await expect(dialog.getByRole('progressbar', { name: 'Overall progress' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the page is left and loaded anew', async () => {
    await page.goto(`${server.url}/settings`);
    await page.goto(editor);
    await page.reload();
    await pill.click();
    await expect(dialog.getByText('The model is making the clip.').first()).toBeVisible();
  });

  await test.step('the clips come, each sent once', async () => {
    openGate();
    const finished = page.getByRole('dialog', { name: 'Videos generated' });
    await finished.getByRole('button', { name: 'Continue Editing' }).click({ timeout: 60_000 });
    await expect(pill).toBeHidden();
    expect(gemini.jobs).toHaveLength(count);
    expect(gemini.posts.of('interactions.create')).toBe(count);
  });
});
