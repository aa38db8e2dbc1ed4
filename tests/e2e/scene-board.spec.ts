/** The Scene Editor tab: its cards, their order, the dialogs behind them, and what is asked before money moves. */
import { expect, test } from '@playwright/test';
import { checkWithAxe, expectNoViolations, PHONE } from './axe.ts';
import { plantExtension } from './plant-extension.ts';
import { runRows } from './checklist/checklist.ts';
import { costRows } from './checklist/scene-costs.ts';
import { cardRows, editRows, orderRows, type SceneBoardScreen } from './checklist/scene-board.ts';
import { makeFailedBoard } from './failed-board.ts';
import { ines, lighthouse } from './journey.ts';
import { demoPerson, makeProject } from './people.ts';
import { startServer, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ GENERATION_POLL_MS: '200' });
});
test.afterAll(() => server.remove());

test('scenes are judged, put in order, written anew, made and thrown away on their cards', async ({ page }) => {
  const owner = await demoPerson(page.request, server.url, ines);
  const projectId = await makeFailedBoard(owner);
  const screen: SceneBoardScreen = { page, owner, projectId };
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkWithAxe(page, 'scenes in every state');

  await runRows(cardRows, screen);
  await runRows(orderRows, screen);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit scene 1', exact: true }).click();
  await expect(dialog).toBeVisible();
  await checkWithAxe(page, 'edit dialog', [PHONE]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  await expect(dialog).toBeVisible();
  await expectNoViolations(page, 'dialog for a scene of one’s own');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await runRows(editRows, screen);
  await runRows(costRows, screen);
});

test(
  'a scene of two segments says so on its card, while it is made and on the timeline',
  { tag: '@long' },
  async ({ page }) => {
    const owner = await demoPerson(page.request, server.url, {
      email: 'long@example.org',
      firstName: 'Lena',
      lastName: 'Berg',
    });
    const { project, scenes } = await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: false });
    await plantExtension(server.dataDir, scenes[0]);
    await page.goto(`${server.url}/project/${project.id}`);
    const card = page.getByRole('article', { name: /^Scene 1:/ });
    await expect(card.getByText('2 segments', { exact: true })).toBeVisible();
    await expect(card.getByText('0:15', { exact: true })).toBeVisible();
    await expect(page.getByText(/segments$/)).toHaveCount(1);
    await expect(page.getByRole('article')).toHaveCount(4);

    await page.getByRole('button', { name: 'Generate Videos' }).first().click();
    await page.getByRole('button', { name: 'Start Generation' }).click();
    const row = page.getByRole('dialog').getByRole('listitem').first();
    await expect(row).toContainText(/Extension 1: (Pending|Generating)/);
    await page.getByRole('button', { name: 'Continue Editing' }).click({ timeout: 60_000 });
    await expect(card.getByText('2 segments', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    const block = page.getByRole('button', { name: /^Scene 1:.*8 \+ 7 s$/ });
    await expect(block.getByText('Extension', { exact: true })).toBeVisible();
  },
);
