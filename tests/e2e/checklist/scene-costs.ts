/** What is asked and said before clips are made on the Scene Editor tab, and why that can't be done at times. */
import { expect, type Locator } from '@playwright/test';
import { projectReply } from '#shared/api/projects.ts';
import { expectNoViolations } from '../axe.ts';
import { toastsOn } from '../toast.ts';
import type { Checklist } from './checklist.ts';
import type { SceneBoardScreen } from './scene-board.ts';

const generateOf = ({ page }: SceneBoardScreen): Locator => page.getByRole('button', { name: 'Generate Videos' });
const confirmationOf = ({ page }: SceneBoardScreen): Locator => page.getByRole('dialog', { name: 'Generate Videos' });

/** Comes after `editRows`: scene 1 is complete, and three scenes have no clip. */
export const costRows: Checklist<SceneBoardScreen> = {
  'a clip is made again from the menu, which has its price; the dialog says what it costs and that the old one stays':
    async (screen) => {
      const { page } = screen;
      await page.getByRole('button', { name: 'More for scene 1', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Generate again · free' }).click();
      const dialog = page.getByRole('dialog', { name: 'Generate scene 1 again' });
      await expect(dialog.getByText('about $2.00', { exact: true })).toBeVisible();
      await expect(dialog.getByText('You keep your current clip until the new one is stored.')).toBeVisible();
      await expect(dialog.getByText('No one (demo studio)')).toBeVisible();
      await expectNoViolations(page, 'dialog for a clip that is made again');
      await dialog.getByRole('button', { name: 'Generate again' }).click();
      await expect(dialog).toBeHidden();
    },
  'while a scene is made its old picture stays, and Generate Videos says why it has to wait': async (screen) => {
    const card = screen.page.getByRole('article', { name: /^Scene 1:/ });
    await expect(card.getByText('Generating', { exact: true })).toBeVisible();
    await expect(card.locator('img')).toBeVisible();
    await expect(generateOf(screen)).toHaveAttribute('aria-disabled', 'true');
    await generateOf(screen).hover();
    await expect(screen.page.getByRole('tooltip', { name: 'Scenes are still generating.' })).toBeVisible();
  },
  'the new clip is made from the new words, and nothing is older than they are': async (screen) => {
    const card = screen.page.getByRole('article', { name: /^Scene 1:/ });
    await expect(card.getByText('Complete', { exact: true })).toBeVisible();
    await expect(card.getByText('Edited since its clip was generated.')).toHaveCount(0);
  },
  'the confirmation says what is made and what it costs, scene by scene, and who pays': async (screen) => {
    await generateOf(screen).click();
    const dialog = confirmationOf(screen);
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    // Scenes that failed are not chosen by themselves.
    for (const left = dialog.getByRole('checkbox', { checked: false }); (await left.count()) > 0;)
      await left.first().click();
    // 8 s, 8 s and the 4 s of the scene that was added.
    await expect(dialog.getByText('Free in the demo', { exact: true })).toBeVisible();
    await expect(dialog.getByText('about $5.00', { exact: true })).toBeVisible();
    await expect(dialog.getByText('3 of 3 scenes · 0:20')).toBeVisible();
    await expect(dialog.getByText('4 s · Veo 3.1')).toBeVisible();
    await expect(dialog.getByText('No one (demo studio)')).toBeVisible();
    await expect(dialog.getByText('Demo clips are short animations. Nothing is charged.')).toBeVisible();
    await expect(dialog.getByText('$1.00', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  },
  'on a phone the button floats over the list, large enough for a thumb': async (screen) => {
    await screen.page.setViewportSize({ width: 360, height: 780 });
    const box = await generateOf(screen).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(680);
    await screen.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await generateOf(screen).boundingBox()).toEqual(box);
    await screen.page.setViewportSize({ width: 1280, height: 800 });
  },
  'more than $50 is flagged as high, with the warning': async (screen) => {
    const { page, owner } = screen;
    const body = { title: 'Long', description: 'A long way.', genres: ['drama'], targetLength: 240 };
    const wish = { ...body, model: 'veo-3.1', aspectRatio: '16:9' };
    const { id } = projectReply.parse(await owner.send('POST', '/api/projects', wish));
    await owner.send('POST', `/api/projects/${id}/generate-scenes`);
    await expect.poll(async () => (await owner.project(id)).scenes.length).toBe(30);
    const board = page.url();
    await page.goto(board.replace(screen.projectId, id));
    await generateOf(screen).click();
    const dialog = confirmationOf(screen);
    await expect(dialog.getByText('about $60.00', { exact: true })).toBeVisible();
    await expect(dialog.getByText('High cost', { exact: true })).toBeVisible();
    await expect(
      dialog.getByText('This generation will cost over $50. Please confirm you want to proceed with this expense.'),
    ).toBeVisible();
    await expect(dialog.getByRole('checkbox')).toHaveCount(30);
    await expectNoViolations(page, 'confirmation of a high cost');
    await page.goto(board);
  },
  'an order that the server refuses is told': async (screen) => {
    const { page } = screen;
    const isReorder = '**/reorder-scenes';
    const message = 'The order names a scene that is not there.';
    await page.route(isReorder, (route) =>
      route.fulfill({ status: 422, json: { message, code: 'invalid_input', requestId: 'r' } }),
    );
    await page.getByRole('button', { name: 'More for scene 2', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move later' }).click();
    const toast = toastsOn(page);
    await expect(toast.getByText('Error reordering scenes', { exact: true })).toBeVisible();
    await expect(toast.getByText(message)).toBeVisible();
    await page.unroute(isReorder);
  },
  'with a clip for every scene there is nothing left to generate, which the button says': async (screen) => {
    const { page } = screen;
    for (const sceneNumber of [5, 3, 2]) {
      const count = await page.getByRole('article').count();
      await page.getByRole('button', { name: `Delete scene ${sceneNumber}`, exact: true }).click();
      await expect(page.getByRole('article')).toHaveCount(count - 1);
    }
    await expect(generateOf(screen)).toHaveAttribute('aria-disabled', 'true');
    await generateOf(screen).hover();
    await expect(page.getByRole('tooltip', { name: 'Every scene already has a clip.' })).toBeVisible();
  },
};
