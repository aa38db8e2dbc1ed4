/** The wall of projects in all its states, and the banner for browsers that lack what exporting needs. */
import { expect, test } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import { bannerRows, emptyWallRows, wallRows } from './checklist/dashboard.ts';
import { ines, lighthouse } from './journey.ts';
import { demoPerson, makeProject } from './people.ts';
import { startServer, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ GENERATION_POLL_MS: '200' });
});
test.afterAll(() => server.remove());

test('the wall of projects shows every state, hints, and lets go of a project', async ({ page, context }) => {
  const screen = { page, context, url: server.url };
  const caller = await demoPerson(page.request, server.url, ines);
  await page.goto(`${server.url}/`);
  await runRows(emptyWallRows, screen);

  const { title, description } = lighthouse;
  const complete = await makeProject(caller, { title, description, genres: ['drama'] }, { clips: true });
  const ferry = { title: 'Night Ferry', description: 'Two rowers cross a strait. [fail]', genres: ['drama'] };
  const failed = await makeProject(caller, ferry, { clips: false });
  await caller.send('POST', `/api/projects/${failed.project.id}/generate-videos`);
  await expect
    .poll(async () => (await caller.project(failed.project.id)).project.status, { timeout: 60_000 })
    .toBe('failed');
  const draft = { title: 'Unwritten', description: 'A page.', targetLength: 30, model: 'veo-3.1', aspectRatio: '16:9' };
  await caller.send('POST', '/api/projects', { ...draft, genres: ['drama'] });
  await page.reload();
  await runRows(wallRows, screen);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: `Options for ${title}` }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Delete project' })).toBeVisible();
  await checkWithAxe(page, 'a card’s menu');

  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioEncoder'));
  await page.goto(`${server.url}/project/${complete.project.id}`);
  await runRows(bannerRows, screen);
});
