/** One scene at a time: its length, its words, its clip, made, stopped, failed and played on its own card. */
import { expect, test } from '@playwright/test';
import { projectReply } from '#shared/api/projects.ts';
import { expectNoViolations } from './axe.ts';
import { ines, lighthouse } from './journey.ts';
import { cardOf, generateOf, openConfirmation, openFourScenes, start, statuses } from './one-shot.ts';
import { ownServer } from './own-server.ts';
import { demoPerson } from './people.ts';
import { startServer } from './server.ts';
import { expectApart, toastsOn } from './toast.ts';

const server = ownServer(() => startServer({ GENERATION_POLL_MS: '200' }));

test('a pending scene gets its length, better words, and its clip, which plays in place', async ({ page }) => {
  const screen = await openFourScenes(page, server.url);
  const { owner, projectId } = screen;
  const card = cardOf(page, 1);

  await test.step('Generate Videos is on every tab', async () => {
    for (const tab of ['Storyboard', 'Timeline Editor', 'Scene Editor']) {
      await page.getByRole('tab', { name: tab }).click();
      const dialog = await openConfirmation(page);
      await expect(dialog.getByText('4 of 4 scenes')).toBeVisible();
      if (tab === 'Scene Editor') await expectNoViolations(page, 'confirmation with a choice of scenes');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    }
  });

  await test.step('its length is chosen on its card, in the confirmation, and in its dialog; the price follows', async () => {
    await card.getByRole('button', { name: '0:08, length and model of scene 1' }).click();
    await expectNoViolations(page, 'menu for the length and the model of a scene');
    await page.getByRole('menuitemradio', { name: '4 s' }).click();
    const short = card.getByRole('button', { name: '0:04, length and model of scene 1' });
    await expect(short).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(short).toBeHidden();
    const dialog = await openConfirmation(page);
    await dialog.getByRole('button', { name: '8 s · Veo 3.1, length and model of scene 1' }).click();
    await page.getByRole('menuitemradio', { name: '6 s' }).click();
    await expect(dialog.getByText('about $7.00', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Edit scene 1' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Scene 1' });
    await expect(form.getByRole('radio', { name: '6 s' })).toBeChecked();
    await form.getByRole('radio', { name: '4 s' }).click();
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(async () => (await owner.project(projectId)).scenes[0]?.duration).toBe(4);
  });

  await test.step('Improve shows before and after; where nothing is left to improve, it says so', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    const improve = (): Promise<void> => card.getByRole('button', { name: 'Improve scene 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Scene 1, improved' });
    const after = dialog.getByRole('region', { name: 'After' });
    await improve();
    await expect(after).toBeVisible();
    // The notice of what has come doesn't hide it.
    await expectApart(toastsOn(page).locator('[data-tone]'), after);
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await expect(dialog).toBeHidden();
    await improve();
    await expect(toastsOn(page).getByText('No changes')).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('it alone is generated, as long as it was to be, for its own price', async () => {
    await generateOf(card).click();
    const dialog = page.getByRole('dialog', { name: 'Generate scene 1' });
    await expect(dialog.getByText('about $1.00', { exact: true })).toBeVisible();
    await expectNoViolations(page, 'confirmation of one scene');
    await start(page);
    await expect(dialog).toBeHidden();
    await expect(card.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(await statuses(screen)).toEqual(['complete', 'pending', 'pending', 'pending']);
    expect((await owner.project(projectId)).scenes[0]).toMatchObject({ frameCount: 96 });
    await expect(card.getByRole('button', { name: /length and model of scene 1/ })).toHaveCount(0);
  });

  await test.step('its clip plays and pauses in its card; at its end the picture is back', async () => {
    const play = card.getByRole('button', { name: 'Play scene 1' });
    const picture = card.locator('canvas[data-clip-frame]');
    await card.hover();
    await play.click();
    await expect.poll(async () => Number(await picture.getAttribute('data-clip-frame'))).toBeGreaterThan(5);
    await card.getByRole('button', { name: 'Pause scene 1' }).click();
    await play.click();
    await expect(page).toHaveURL(new RegExp(`/project/${projectId}$`));
    await expect(picture).toHaveCount(0, { timeout: 20_000 });
  });
});

test('a running scene is stopped by itself, and a failed one says why and is tried again', async ({ page }) => {
  await openFourScenes(page, server.url, (owner, ids) =>
    owner.send('PATCH', `/api/scenes/${ids[2]}`, { description: 'The tower stays dark. [refuse]' }),
  );
  const complete = (number: number) => cardOf(page, number).getByText('Complete', { exact: true });

  await test.step('a scene can start while another generates, and one of them is stopped', async () => {
    await generateOf(cardOf(page, 2)).click();
    await start(page);
    await expect(cardOf(page, 2).getByRole('button', { name: 'Stop scene 2' })).toBeVisible();
    await generateOf(cardOf(page, 1)).click();
    await start(page);
    // A demo clip takes three seconds: nothing else is done in between.
    await cardOf(page, 1).getByRole('button', { name: 'Stop scene 1' }).click();
    await expect(cardOf(page, 1).getByText('Pending', { exact: true })).toBeVisible();
    await expect(complete(2)).toBeVisible({ timeout: 30_000 });
  });

  await test.step('one that can’t be stopped now says why', async () => {
    await page.route('**/api/scenes/*/cancel', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong.', code: 'internal', requestId: 'r' } }),
    );
    await generateOf(cardOf(page, 1)).click();
    await start(page);
    await cardOf(page, 1).getByRole('button', { name: 'Stop scene 1' }).click();
    await expect(toastsOn(page).getByText('Couldn’t stop the generation')).toBeVisible();
  });

  await test.step('a failed card shows the whole reason, Edit, and Retry with its price', async () => {
    const card = cardOf(page, 3);
    await generateOf(card).click();
    await start(page);
    const retry = card.getByRole('button', { name: 'Retry · free' });
    await expect(retry).toBeVisible({ timeout: 30_000 });
    const reason = card.getByText(/Change the scene’s title or description, then try again\.$/);
    await expect(reason).toBeVisible();
    expect(await reason.evaluate((element) => element.scrollHeight <= element.clientHeight + 1)).toBe(true);
    await expectNoViolations(page, 'board with a failed scene');
    await card.getByRole('button', { name: 'Edit failed scene 3' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Scene 3' });
    await dialog.getByLabel('Description', { exact: true }).fill('The tower stays dark.');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await retry.click();
    await expect(complete(3)).toBeVisible({ timeout: 30_000 });
  });
});

test('a queued card says how many are ahead, has no clock, and leaves the line by itself', async ({ page }) => {
  const owner = await demoPerson(page.request, server.url, ines);
  // Long enough that its end is not reached before it is canceled.
  const { title, description } = lighthouse;
  const wish = { title, description, genres: ['drama'], targetLength: 240, model: 'veo-3.1', aspectRatio: '16:9' };
  const { id } = projectReply.parse(await owner.send('POST', '/api/projects', wish));
  await owner.send('POST', `/api/projects/${id}/generate-scenes`);
  await expect.poll(async () => (await owner.project(id)).scenes.length).toBe(30);
  await page.goto(`${server.url}/project/${id}`);
  await openConfirmation(page);
  await expectNoViolations(page, 'confirmation of a high cost');
  await start(page);
  await expect(page.getByRole('dialog', { name: 'Generating videos' })).toBeVisible();
  await page.keyboard.press('Escape');
  const queued = cardOf(page, 30);
  await expect(queued.getByText(/^Queued \(\d+ ahead\)$/)).toBeVisible();
  // Its length is the only time on it.
  await expect(queued.getByText(/^\d+:\d\d$/)).toHaveCount(1);
  await queued.getByRole('button', { name: 'Cancel scene 30' }).click();
  await expect(queued.getByText('Pending', { exact: true })).toBeVisible();
  await expect(cardOf(page, 29).getByText(/^Queued \(\d+ ahead\)$/)).toBeVisible();
  await owner.send('POST', `/api/projects/${id}/cancel-generation`);
});
