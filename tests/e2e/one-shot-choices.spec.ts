/** What one scene's clip starts from, which model makes it, and what continues it. */
import { expect, test, type Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { cardOf, generateOf, openConfirmation, openFourScenes, start, statuses } from './one-shot.ts';
import { ownServer } from './own-server.ts';
import { startServer } from './server.ts';
import { toastsOn } from './toast.ts';

const server = ownServer(() => startServer({ GENERATION_POLL_MS: '200' }));

test('a scene that takes a frame of one without a clip gets both clips, or a start of its own', async ({ page }) => {
  const screen = await openFourScenes(page, server.url, async (owner, ids) => {
    for (const at of [1, 3]) await owner.send('PATCH', `/api/scenes/${ids[at]}`, { continueFromPrevious: true });
  });
  const complete = (number: number): Locator => cardOf(page, number).getByText('Complete', { exact: true });

  await test.step('both', async () => {
    await generateOf(cardOf(page, 2)).click();
    await expectNoViolations(page, 'confirmation of a scene with its neighbor');
    await start(page);
    await expect(complete(2)).toBeVisible({ timeout: 30_000 });
    expect(await statuses(screen)).toEqual(['complete', 'complete', 'pending', 'pending']);
  });

  await test.step('a choice without the neighbor starts only with a way out', async () => {
    const dialog = await openConfirmation(page);
    await dialog.getByRole('checkbox', { name: /^Generate scene 3:/ }).click();
    await expect(dialog.getByText('Scene 3 has no clip.')).toBeVisible();
    await expectNoViolations(page, 'confirmation with a neighbor that is missing');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a start of its own', async () => {
    await generateOf(cardOf(page, 4)).click();
    const dialog = page.getByRole('dialog', { name: 'Generate scene 4' });
    await dialog.getByRole('radio', { name: /^Scene 4 without that frame/ }).check();
    await start(page);
    await expect(complete(4)).toBeVisible({ timeout: 30_000 });
    expect(await statuses(screen)).toEqual(['complete', 'complete', 'pending', 'complete']);
    expect((await screen.owner.project(screen.projectId)).scenes[3]).toMatchObject({ continueFromPrevious: false });
  });
});

test('another model is chosen for one scene, with a length that it can generate, and undone in one step', async ({
  page,
}) => {
  const { owner, projectId } = await openFourScenes(page, server.url);
  const card = cardOf(page, 1);
  const badge = (text: string): Locator =>
    card.getByRole('button', { name: `${text}, length and model of scene 1`, exact: true });
  const scene = async () => (await owner.project(projectId)).scenes[0];
  await badge('0:08').click();
  await page.getByRole('menuitemradio', { name: '4 s' }).click();
  // Until it is gone, a press beside it closes it.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await badge('0:04').click();
  await expect(page.getByRole('menuitemradio', { name: 'Veo 3.1 (this project’s)' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Veo 2' }).click();
  await expect(badge('0:05 · Veo 2')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(badge('0:04')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  const dialog = await openConfirmation(page);
  await dialog.getByRole('button', { name: '5 s · Veo 2, length and model of scene 1' }).click();
  await page.getByRole('menuitemradio', { name: 'Gemini Omni' }).click();
  await expect(dialog.getByRole('button', { name: /^6 s · Gemini Omni/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(scene).toMatchObject({ model: 'omni', duration: 6 });
  await generateOf(card).click();
  await expect(
    page.getByRole('dialog', { name: 'Generate scene 1' }).getByText('Gemini Omni Flash · 16:9'),
  ).toBeVisible();
  await start(page);
  await expect(card.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(await scene()).toMatchObject({ frameCount: 144, model: 'omni' });
});

test('an extension that fails is tried again for what it adds, or removed; one that was canceled, too', async ({
  page,
}) => {
  const { owner, projectId, sceneIds } = await openFourScenes(page, server.url, async (person, [id]) => {
    await person.send('PATCH', `/api/scenes/${id}`, { description: 'The tower glows. [fail extension]' });
    await person.send('POST', `/api/scenes/${id}/generate`);
  });
  await expect.poll(async () => (await owner.project(projectId)).scenes[0]?.status).toBe('complete');
  await owner.send('PATCH', `/api/scenes/${sceneIds[0]}`, { trimEnd: 6 });
  await page.reload();
  const card = cardOf(page, 1);
  const complete = card.getByText('Complete', { exact: true });
  const remove = card.getByRole('button', { name: 'Remove the extension of scene 1' });
  const retry = card.getByRole('button', { name: 'Retry · free' });
  const extend = async (): Promise<void> => {
    await card.getByRole('button', { name: 'More for scene 1' }).click();
    await page.getByRole('menuitem', { name: /^Extend by 7 s/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Extend scene 1 by 7 s' });
    await expect(dialog.getByText('Its trim at the end will be removed.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Extend by 7 s' }).click();
  };

  await test.step('it fails, and is removed', async () => {
    await extend();
    await expect(retry).toBeVisible({ timeout: 30_000 });
    await expectNoViolations(page, 'board with a failed extension');
    await remove.click();
    await expect(toastsOn(page).getByText('Scene 1: extension removed')).toBeVisible();
    await expect(complete).toBeVisible();
    await expect(card.getByText('0:06', { exact: true })).toBeVisible();
  });

  await test.step('it is canceled, and what it adds can be generated', async () => {
    await extend();
    await card.getByRole('button', { name: 'Stop scene 1' }).click();
    await expect(card.getByRole('button', { name: 'Generate the extension · free, scene 1' })).toBeVisible();
    await expect(card.getByText('2 segments', { exact: true })).toBeVisible();
    await expect(page.getByText(/segments$/)).toHaveCount(1);
    const confirmation = await openConfirmation(page);
    await expect(confirmation.getByText('Continues its clip by 7 s')).toBeVisible();
    await confirmation.getByRole('button', { name: 'First scene only' }).click();
    await expect(confirmation.getByText('about $2.00', { exact: true })).toBeVisible();
    await start(page);
    const row = page.getByRole('dialog').getByRole('listitem').first();
    await expect(row).toContainText(/Extension 1: (Pending|Generating)/);
    await page.getByRole('button', { name: 'Continue Editing' }).click({ timeout: 60_000 });
    await expect(retry).toBeVisible();
    await remove.click();
    await expect(complete).toBeVisible();
  });

  await test.step('without the network it can’t be asked for', async () => {
    await page.context().setOffline(true);
    await card.getByRole('button', { name: 'More for scene 1' }).click();
    await expect(page.getByRole('menuitem', { name: /^Extend by 7 s/ })).toBeDisabled();
    await page.context().setOffline(false);
  });
});
