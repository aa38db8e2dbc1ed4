/** What a person sees of their money and of the AI's help: spending, the cap, notices, and what Improve changed. */
import { expect, test } from '@playwright/test';
import { createClient } from '@libsql/client';
import { ines } from '#tests/e2e/journey.ts';
import { demoPerson, makeProject } from '#tests/e2e/people.ts';
import { startServer, type RunningServer } from '#tests/e2e/server.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { testId } from '#tests/helpers/rows.ts';
import { shoot, widths } from './shoot.ts';

let gemini: FakeGemini;
let server: RunningServer;
test.beforeAll(async () => {
  gemini = await startFakeGemini();
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '200' });
});
test.afterAll(async () => {
  await server.remove();
  await gemini.close();
});
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const DAY_MS = 24 * 60 * 60 * 1000;

test('spending', async ({ page }) => {
  const owner = await demoPerson(page.request, server.url, { ...ines, email: 'money@example.org' });
  const titles = ['The Glass Lighthouse', 'Night Ferry', 'A Page', 'The Kept Key', 'Salt'];
  const projects = [];
  for (const title of titles) {
    const idea = { title, description: 'A harbour town has forgotten its lighthouse. It rains.', genres: ['drama'] };
    projects.push((await makeProject(owner, idea, { clips: false })).project);
  }
  await owner.send('POST', `/api/projects/${projects[0]?.id}/generate-character-references`, { maxCharacters: 2 });
  await owner.send('POST', '/api/user/save-api-key', { apiKey: FAKE_KEYS.good });
  await owner.send('PATCH', '/api/user/spending', { monthlyCapUsd: 60 });
  const db = createClient({ url: `file:${server.dataDir}/storyreel.db` });
  for (let n = 0; n < 160; n++) {
    const project = projects[(n * 7) % projects.length];
    const [id, jobId] = [testId(5000 + n), n % 9 === 0 ? `words/${n}` : `job-${n}`];
    const amount = n % 9 === 0 ? 4_000 : 280_000 + (n % 5) * 140_000;
    const model = n % 9 === 0 ? 'gemini-3.8-flash' : n % 3 === 0 ? 'veo-3.1-generate-preview' : 'gemini-omni-1.2-flash';
    const at = Date.now() - Math.floor(((n * n) % 41) * DAY_MS * 0.7) - n * 60_000;
    const entry = (kind: string, place: number) => ({
      sql: `insert into ledger (id, user_id, project_id, job_id, attempt, entry, amount_micro_usd, model, price_list_date, created_at_ms)
        values (:id, :userId, :projectId, :jobId, 1, :kind, :amount, :model, '2026-11-20', :at)`,
      args: {
        ...{ id: place === 0 ? id : testId(9000 + n), userId: project?.userId ?? '', projectId: project?.id ?? '' },
        ...{ jobId, kind, amount: kind === 'release' ? 0 : amount, model: place === 0 ? model : null, at },
      },
    });
    const end = n % 11 === 0 ? [] : [entry(n % 13 === 0 ? 'release' : 'settle', 1)];
    await db.batch([entry('reserve', 0), ...end], 'write');
  }
  db.close();
  await page.goto(`${server.url}/spending`);
  await page.getByRole('figure').waitFor();
  await shoot(page, '60-spending', { widths: widths.all, isWhole: true });
  await page.getByRole('radio', { name: '90 days' }).click();
  await page.getByRole('radio', { name: 'Model' }).click();
  await shoot(page, '60-spending-models');
  await page.getByRole('radio', { name: 'This month' }).click();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('You’re offline. This is').waitFor();
  await shoot(page, '60-spending-offline');
  await page.context().setOffline(false);

  await page.goto(`${server.url}/project/${projects[0]?.id}`);
  await page.getByText('Left under your cap', { exact: true }).waitFor();
  await shoot(page, '61-rail-spending', { widths: widths.all });
  await page
    .getByRole('region', { name: 'Character References' })
    .getByRole('button', { name: /^Options for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Rename…' }).waitFor();
  await shoot(page, '64-character-menu', { widths: [1280] });
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog', { name: /^Rename / }).waitFor();
  await shoot(page, '64-character-rename', { widths: [1280] });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await page.getByRole('dialog').getByText('left under your cap').waitFor();
  await shoot(page, '61-confirm-cap');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Improve scene 1' }).click();
  await page.getByRole('dialog', { name: 'Scene 1, improved' }).waitFor();
  await shoot(page, '62-improved', { widths: widths.all });
});

test('notices', async ({ page }) => {
  await demoPerson(page.request, server.url, { ...ines, email: 'notice@example.org' });
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Create Your First Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel('Title').fill('The Glass Lighthouse');
  const description = dialog.getByLabel('Description', { exact: true });
  await description.fill('A harbour town has forgotten its lighthouse. Ines finds the logbook. A murder at sea.');
  await dialog.getByRole('list', { name: 'Suggested genres' }).waitFor();
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(dialog.getByRole('searchbox', { name: 'Genres' })).toBeFocused();
  await page.keyboard.press('F8');
  await shoot(page, '63-missing-genre', { widths: widths.all });
});
