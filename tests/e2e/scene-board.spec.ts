/** The Scene Editor tab: its cards, their order, the dialogs behind them, and what is asked before money moves. */
import { expect, test } from '@playwright/test';
import { checkWithAxe, expectNoViolations, PHONE } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import { costRows } from './checklist/scene-costs.ts';
import { cardRows, editRows, orderRows, type SceneBoardScreen } from './checklist/scene-board.ts';
import { ines, lighthouse } from './journey.ts';
import { demoPerson, makeProject, type Caller } from './people.ts';
import { startServer, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ GENERATION_POLL_MS: '200' });
});
test.afterAll(() => server.remove());

/** A movie whose second scene fails, and for whose third one the answer is lost. */
async function makeBoard(owner: Caller): Promise<string> {
  const { project, scenes } = await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: false });
  for (const [place, mark] of [
    [1, '[fail]'],
    [2, '[lose]'],
  ] as const)
    await owner.send('PATCH', `/api/scenes/${scenes[place]?.id}`, { description: `Nobody is there. ${mark}` });
  await owner.send('POST', `/api/projects/${project.id}/generate-videos`);
  await expect.poll(async () => (await owner.project(project.id)).project.status, { timeout: 30_000 }).toBe('failed');
  return project.id;
}

test('scenes are judged, put in order, written anew, made and thrown away on their cards', async ({ page }) => {
  const owner = await demoPerson(page.request, server.url, ines);
  const projectId = await makeBoard(owner);
  const screen: SceneBoardScreen = { page, owner, projectId };
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkWithAxe(page, 'scenes in every state');

  await runRows(cardRows, screen);
  await runRows(orderRows, screen);
  await page.getByRole('button', { name: 'Edit scene 1', exact: true }).click();
  await checkWithAxe(page, 'edit dialog', [PHONE]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  await expectNoViolations(page, 'dialog for a scene of one’s own');
  await page.keyboard.press('Escape');
  await runRows(editRows, screen);
  await runRows(costRows, screen);
});
