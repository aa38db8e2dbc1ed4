/** The dialog for a new project: its rules, its texts, and the AI's help with an idea. */
import { expect, test } from '@playwright/test';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { checkWithAxe } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import { createProjectRows, improved } from './checklist/create-project.ts';
import { saveKey, signIn } from './journey.ts';
import { startServer, type RunningServer } from './server.ts';

let gemini: FakeGemini;
let server: RunningServer;
/** How long the provider takes for each answer. */
let answerMs = 0;

test.beforeAll(async () => {
  gemini = await startFakeGemini({
    delayMs: () => answerMs,
    text: ({ schema }) => {
      const asked = JSON.stringify(schema);
      if (asked.includes('rewritten idea')) return { description: improved };
      if (asked.includes('genres that fit')) return { genres: ['mystery', 'history', 'travel'] };
      return undefined;
    },
  });
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url });
});
test.afterAll(async () => {
  await server.remove();
  await gemini.close();
});

test('a new project is written down, with help, and by the rules', async ({ page }) => {
  await signIn(page, server.url);
  await saveKey(page, 'AQ.test-key-of-the-create-dialog');
  await page.getByRole('button', { name: 'Create Your First Project' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  await runRows(createProjectRows, { page, gemini, answerWithin: (ms) => (answerMs = ms) });
  await page
    .getByLabel('Description', { exact: true })
    .fill('Two sisters hunt a ghost across a sinking town, night by night.');
  await expect(page.getByRole('list', { name: 'Suggested genres' })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkWithAxe(page, 'create dialog with suggestions');
});
