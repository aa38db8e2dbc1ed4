/** The Storyboard tab, its text file and its printed pages. */
import { expect, test } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import { longDescription, paperRows, storyboardRows } from './checklist/storyboard.ts';
import { signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

test('the storyboard is read, put in order, taken away as text and printed', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const { person, projectId } = await plantedOwner(0);
  const owner = await signInByCall(context.request, server.url, person);
  const [first, second] = (await owner.project(projectId)).scenes;
  await owner.send('PATCH', `/api/scenes/${first?.id}`, {
    description: 'The tower.',
    metadata: { cameraAngle: 'aerial', mood: 'mysterious', lighting: null, movement: null },
  });
  await owner.send('PATCH', `/api/scenes/${second?.id}`, { description: longDescription });

  await page.goto(`/project/${projectId}?tab=storyboard`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkWithAxe(page, 'storyboard');
  await runRows(storyboardRows, { page, owner, projectId });
  await runRows(paperRows, { page, owner, projectId });
  await context.close();
});
