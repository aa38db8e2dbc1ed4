/** The Storyboard tab, its text file and its printed pages. */
import { expect, test } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import { longDescription, paperRows, storyboardRows } from './checklist/storyboard.ts';
import { ines, lighthouse } from './journey.ts';
import { demoPerson, makeProject } from './people.ts';
import { startServer, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ GENERATION_POLL_MS: '200' });
});
test.afterAll(() => server.remove());

test('the storyboard is read, put in order, taken away as text and printed', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const owner = await demoPerson(context.request, server.url, ines);
  const { project, scenes } = await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: true });
  const [first, second] = scenes;
  await owner.send('PATCH', `/api/scenes/${first?.id}`, {
    description: 'The tower.',
    metadata: { cameraAngle: 'aerial', mood: 'mysterious', lighting: null, movement: null },
  });
  await owner.send('PATCH', `/api/scenes/${second?.id}`, { description: longDescription });

  await page.goto(`/project/${project.id}?tab=storyboard`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkWithAxe(page, 'storyboard');
  await runRows(storyboardRows, { page, owner, projectId: project.id });
  await runRows(paperRows, { page, owner, projectId: project.id });
  await context.close();
});
