/** One scene at a time: generated from its card, chosen in the confirmation, canceled in line, played in its card. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { ines } from './journey.ts';
import { projectReply } from '#shared/api/projects.ts';
import { demoPerson, makeProject, type Caller } from './people.ts';
import { startServer, type RunningServer } from './server.ts';
import { expectApart, toastsOn } from './toast.ts';

const idea = {
  title: 'The Glass Lighthouse',
  description:
    'A harbour town has forgotten its lighthouse. Ines finds the logbook of the keeper. At night the tower glows again.',
  genres: ['drama'],
};

let server: RunningServer;
let owner: Caller;
let projectId: string;

test.beforeAll(async () => {
  server = await startServer({ GENERATION_POLL_MS: '200' });
});
test.afterAll(() => server.remove());
test.beforeEach(async ({ page }) => {
  owner = await demoPerson(page.request, server.url, ines);
  projectId = (await makeProject(owner, idea, { clips: false })).project.id;
});

const cardOf = (page: Page, number: number): Locator =>
  page.getByRole('article', { name: new RegExp(`^Scene ${number}:`) });
const generateOf = (card: Locator): Locator => card.getByRole('button', { name: /^Generate this scene · free/ });
const confirmationOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Generate Videos' });
const open = (page: Page): Promise<unknown> => page.goto(`${server.url}/project/${projectId}`);
const openConfirmation = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Generate Videos' }).click();
  return confirmationOf(page);
};
const statuses = async (): Promise<string[]> => (await owner.project(projectId)).scenes.map(({ status }) => status);
/** The scene's own clip can be generated only where another one ends. */
const chain = async (number: number): Promise<void> => {
  const scene = (await owner.project(projectId)).scenes.find(({ sceneNumber }) => sceneNumber === number);
  await owner.send('PATCH', `/api/scenes/${scene?.id}`, { continueFromPrevious: true });
};

test('a pending card generates its own scene, for its own price, and plays the clip in place', async ({ page }) => {
  await open(page);
  const card = cardOf(page, 2);
  await generateOf(card).click();
  const dialog = page.getByRole('dialog', { name: 'Generate scene 2' });
  await expect(dialog.getByText('about $2.00', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'confirmation of one scene');
  await dialog.getByRole('button', { name: 'Start Generation' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText('Complete', { exact: true })).toBeVisible();
  expect(await statuses()).toEqual(['pending', 'complete', 'pending', 'pending']);

  await card.hover();
  await card.getByRole('button', { name: 'Play scene 2' }).click();
  const picture = card.locator('canvas[data-clip-frame]');
  await expect.poll(async () => Number(await picture.getAttribute('data-clip-frame'))).toBeGreaterThan(5);
  await card.getByRole('button', { name: 'Pause scene 2' }).click();
  await expect(card.getByRole('button', { name: 'Play scene 2' })).toBeVisible();
  await card.getByRole('button', { name: 'Play scene 2' }).click();
  await expect(page).toHaveURL(new RegExp(`/project/${projectId}$`));
  // At its end the picture is back.
  await expect(picture).toHaveCount(0, { timeout: 20_000 });
});

test(
  'the confirmation has a box for each scene, three shortcuts, and a live total',
  { tag: '@long' },
  async ({ page }) => {
    await open(page);
    const dialog = await openConfirmation(page);
    await expect(dialog.getByText('4 of 4 scenes')).toBeVisible();
    await expect(dialog.getByText('about $7.50', { exact: true })).toBeVisible();
    await expectNoViolations(page, 'confirmation with a choice of scenes');
    await dialog.getByRole('button', { name: 'None', exact: true }).click();
    await expect(dialog.getByText('about $0.00', { exact: true })).toBeVisible();
    const start = dialog.getByRole('button', { name: 'Start Generation' });
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await start.hover();
    await expect(page.getByRole('tooltip', { name: 'Choose at least one scene.' })).toBeVisible();
    await dialog.getByRole('button', { name: 'First scene only' }).click();
    await expect(dialog.getByText('1 of 4 scenes')).toBeVisible();
    await dialog.getByRole('checkbox', { name: /^Generate scene 3:/ }).click();
    await expect(dialog.getByText('about $4.00', { exact: true })).toBeVisible();
    const sent = page.waitForRequest('**/generate-videos');
    await start.click();
    const { scenes } = await owner.project(projectId);
    expect((await sent).postDataJSON()).toEqual({ sceneIds: [scenes[0]?.id, scenes[2]?.id] });
    await page.getByRole('button', { name: 'Continue Editing' }).click();
    expect(await statuses()).toEqual(['complete', 'pending', 'complete', 'pending']);
  },
);

test('Generate Videos is on every tab', async ({ page }) => {
  await open(page);
  for (const tab of ['Storyboard', 'Timeline Editor', 'Scene Editor']) {
    await page.getByRole('tab', { name: tab }).click();
    const dialog = await openConfirmation(page);
    await expect(dialog.getByText('4 of 4 scenes')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  }
});

test(
  'a scene that takes a frame of one without a clip offers both, or itself without that frame',
  { tag: '@long' },
  async ({ page }) => {
    await chain(3);
    await open(page);
    await generateOf(cardOf(page, 3)).click();
    const dialog = page.getByRole('dialog', { name: 'Generate scene 3' });
    await expect(dialog.getByText('Scene 3 takes a frame of scene 2, which has no clip yet.')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Scenes 2 and 3 · about $4.00' })).toBeChecked();
    await expectNoViolations(page, 'confirmation of a scene with its neighbor');
    await dialog.getByRole('button', { name: 'Start Generation' }).click();
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, 3).getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(await statuses()).toEqual(['pending', 'complete', 'complete', 'pending']);
  },
);

test(
  'without that frame, the scene gets a start of its own, which can be undone',
  { tag: '@long' },
  async ({ page }) => {
    await chain(3);
    await open(page);
    await generateOf(cardOf(page, 3)).click();
    const dialog = page.getByRole('dialog', { name: 'Generate scene 3' });
    await dialog.getByRole('radio', { name: 'Scene 3 without that frame · about $2.00' }).check();
    await expect(dialog.getByText('about $2.00', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Start Generation' }).click();
    await expect(cardOf(page, 3).getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(await statuses()).toEqual(['pending', 'pending', 'complete', 'pending']);
    expect((await owner.project(projectId)).scenes[2]).toMatchObject({ continueFromPrevious: false });
  },
);

test(
  'in the confirmation a scene whose neighbor isn’t chosen says so, and starts only with a way out',
  { tag: '@long' },
  async ({ page }) => {
    await chain(2);
    await open(page);
    const dialog = await openConfirmation(page);
    await dialog.getByRole('checkbox', { name: /^Generate scene 1:/ }).click();
    await expect(dialog.getByText('Scene 1 has no clip.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Start Generation' })).toHaveAttribute('aria-disabled', 'true');
    await expectNoViolations(page, 'confirmation with a neighbor that is missing');
    await dialog.getByRole('button', { name: 'Add scene 1' }).click();
    await expect(dialog.getByText('4 of 4 scenes')).toBeVisible();
    await dialog.getByRole('checkbox', { name: /^Generate scene 1:/ }).click();
    await dialog.getByRole('button', { name: 'Generate scene 2 without that frame' }).click();
    await expect(dialog.getByText('Scene 1 has no clip.')).toBeHidden();
    await dialog.getByRole('button', { name: 'Start Generation' }).click();
    await page.getByRole('button', { name: 'Continue Editing' }).click({ timeout: 60_000 });
    expect(await statuses()).toEqual(['pending', 'complete', 'complete', 'complete']);
  },
);

test('a queued card says how many are ahead, has no clock, and leaves the line by itself', async ({ page }) => {
  // Long enough that its end is not reached before it is canceled.
  const wish = { ...idea, targetLength: 240, model: 'veo-3.1', aspectRatio: '16:9' };
  projectId = projectReply.parse(await owner.send('POST', '/api/projects', wish)).id;
  await owner.send('POST', `/api/projects/${projectId}/generate-scenes`);
  await expect.poll(async () => (await statuses()).length).toBe(30);
  await open(page);
  const dialog = await openConfirmation(page);
  await dialog.getByRole('button', { name: 'Start Generation' }).click();
  await expect(page.getByRole('dialog', { name: 'Generating videos' })).toBeVisible();
  await page.keyboard.press('Escape');
  const queued = cardOf(page, 30);
  await expect(queued.getByText(/^Queued \(\d+ ahead\)$/)).toBeVisible();
  // Its length is the only time on it.
  await expect(queued.getByText(/^\d+:\d\d$/)).toHaveCount(1);
  await queued.getByRole('button', { name: 'Cancel scene 30' }).click();
  await expect(queued.getByText('Pending', { exact: true })).toBeVisible();
  await expect(cardOf(page, 29).getByText(/^Queued \(\d+ ahead\)$/)).toBeVisible();
  await owner.send('POST', `/api/projects/${projectId}/cancel-generation`);
});

test('a running card can be stopped by itself; a scene can start while another generates', async ({ page }) => {
  await open(page);
  await generateOf(cardOf(page, 2)).click();
  await page.getByRole('button', { name: 'Start Generation' }).click();
  await expect(cardOf(page, 2).getByRole('button', { name: 'Stop scene 2' })).toBeVisible();
  await generateOf(cardOf(page, 1)).click();
  await page.getByRole('button', { name: 'Start Generation' }).click();
  // A demo clip takes three seconds: nothing else is done in between.
  await cardOf(page, 1).getByRole('button', { name: 'Stop scene 1' }).click();
  await expect(cardOf(page, 1).getByText('Pending', { exact: true })).toBeVisible();
  await expect(cardOf(page, 2).getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
});

test('a failed card shows the whole reason, Edit, and Retry with its price', async ({ page }) => {
  const { scenes } = await owner.project(projectId);
  await owner.send('PATCH', `/api/scenes/${scenes[0]?.id}`, { description: 'The tower stays dark. [refuse]' });
  await open(page);
  const card = cardOf(page, 1);
  await generateOf(card).click();
  await page.getByRole('button', { name: 'Start Generation' }).click();
  const retry = card.getByRole('button', { name: 'Retry · free' });
  await expect(retry).toBeVisible();
  const reason = card.getByText(/Change the scene’s title or description, then try again\.$/);
  await expect(reason).toBeVisible();
  expect(await reason.evaluate((element) => element.scrollHeight <= element.clientHeight + 1)).toBe(true);
  await expectNoViolations(page, 'board with a failed scene');
  await card.getByRole('button', { name: 'Edit failed scene 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Scene 1' });
  await dialog.getByLabel('Description', { exact: true }).fill('The tower stays dark.');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await retry.click();
  await expect(card.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
});

test('a scene that can’t be stopped now says why', { tag: '@long' }, async ({ page }) => {
  await open(page);
  await generateOf(cardOf(page, 1)).click();
  await page.route('**/api/scenes/*/cancel', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.', code: 'internal', requestId: 'r' } }),
  );
  await page.getByRole('button', { name: 'Start Generation' }).click();
  await cardOf(page, 1).getByRole('button', { name: 'Stop scene 1' }).click();
  await expect(toastsOn(page).getByText('Couldn’t stop the generation')).toBeVisible();
});

test('the length of a pending scene is chosen on its card, in the confirmation, and in its dialog; the price follows', async ({
  page,
}) => {
  await open(page);
  const card = cardOf(page, 1);
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
  await generateOf(card).click();
  await page.getByRole('button', { name: 'Start Generation' }).click();
  await expect(card.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect((await owner.project(projectId)).scenes[0]).toMatchObject({ frameCount: 96 });
  await expect(card.getByRole('button', { name: /length and model of scene 1/ })).toHaveCount(0);
});

test('Improve shows before and after; where nothing is left to improve, it says so', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await open(page);
  const card = cardOf(page, 1);
  const improve = (): Promise<void> => card.getByRole('button', { name: 'Improve scene 1' }).click();
  await improve();
  const dialog = page.getByRole('dialog', { name: 'Scene 1, improved' });
  const after = dialog.getByRole('region', { name: 'After' });
  await expect(after).toBeVisible();
  // The notice of what has come doesn't hide it.
  await expectApart(toastsOn(page).locator('[data-tone]'), after);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog).toBeHidden();
  await improve();
  await expect(toastsOn(page).getByText('No changes')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test(
  'another model is chosen for one scene, with a length that it can generate, and undone in one step',
  { tag: '@long' },
  async ({ page }) => {
    await open(page);
    const card = cardOf(page, 1);
    const badge = (text: string): Locator =>
      card.getByRole('button', { name: `${text}, length and model of scene 1`, exact: true });
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
    await expect
      .poll(async () => (await owner.project(projectId)).scenes[0])
      .toMatchObject({ model: 'omni', duration: 6 });
    await generateOf(card).click();
    const one = page.getByRole('dialog', { name: 'Generate scene 1' });
    await expect(one.getByText('Gemini Omni Flash · 16:9')).toBeVisible();
    await one.getByRole('button', { name: 'Start Generation' }).click();
    await expect(card.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
    expect((await owner.project(projectId)).scenes[0]).toMatchObject({ frameCount: 144, model: 'omni' });
  },
);

test(
  'an extension that fails is tried again for what it adds, or removed; one that was canceled, too',
  { tag: '@long' },
  async ({ page }) => {
    const { scenes } = await owner.project(projectId);
    await owner.send('PATCH', `/api/scenes/${scenes[0]?.id}`, { description: 'The tower glows. [fail extension]' });
    await owner.send('POST', `/api/scenes/${scenes[0]?.id}/generate`);
    await expect.poll(async () => (await statuses())[0]).toBe('complete');
    await owner.send('PATCH', `/api/scenes/${scenes[0]?.id}`, { trimEnd: 6 });
    await open(page);
    const card = cardOf(page, 1);
    const extend = async (): Promise<void> => {
      await card.getByRole('button', { name: 'More for scene 1' }).click();
      await page.getByRole('menuitem', { name: /^Extend by 7 s/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Extend scene 1 by 7 s' });
      await expect(dialog.getByText('Its trim at the end will be removed.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Extend by 7 s' }).click();
    };
    await extend();
    await expect(card.getByRole('button', { name: 'Retry · free' })).toBeVisible({ timeout: 30_000 });
    await expectNoViolations(page, 'board with a failed extension');
    const remove = card.getByRole('button', { name: 'Remove the extension of scene 1' });
    await remove.click();
    await expect(toastsOn(page).getByText('Scene 1: extension removed')).toBeVisible();
    await expect(card.getByText('Complete', { exact: true })).toBeVisible();
    await expect(card.getByText('0:06', { exact: true })).toBeVisible();

    await extend();
    await card.getByRole('button', { name: 'Stop scene 1' }).click();
    const rest = card.getByRole('button', { name: 'Generate the extension · free, scene 1' });
    await expect(rest).toBeVisible();
    const confirmation = await openConfirmation(page);
    await expect(confirmation.getByText('Continues its clip by 7 s')).toBeVisible();
    await confirmation.getByRole('button', { name: 'First scene only' }).click();
    await expect(confirmation.getByText('about $2.00', { exact: true })).toBeVisible();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await remove.click();
    await expect(card.getByText('Complete', { exact: true })).toBeVisible();
    await page.context().setOffline(true);
    await card.getByRole('button', { name: 'More for scene 1' }).click();
    await expect(page.getByRole('menuitem', { name: /^Extend by 7 s/ })).toBeDisabled();
    await page.context().setOffline(false);
  },
);
