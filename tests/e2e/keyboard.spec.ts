/** The whole main job with the keyboard alone: from the sign-in page to the movie's file. */
import { expect, test, type Page } from '@playwright/test';
import { ines } from './journey.ts';
import { exportByKeys, pressOn, TAP_MS, tabTo } from './keys.ts';
import { ownServer } from './own-server.ts';
import { startServer } from './server.ts';

const server = ownServer(() => startServer({ GENERATION_POLL_MS: '200' }));

async function signInByKeys(page: Page): Promise<void> {
  await page.goto(`${server.url}/api/login`);
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type('ada@example.org');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type(ines.lastName);
  await page.keyboard.press('Enter');

  await pressOn(page, page.getByRole('button', { name: 'Try the demo studio — no key, no cost' }));
}

async function createByKeys(page: Page): Promise<void> {
  const create = page.getByRole('button', { name: 'Create Your First Project' });
  await expect(create).toBeVisible();
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await expect(dialog.getByLabel('Description')).toBeFocused();

  await test.step('Escape leaves the dialog and gives the focus back', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(create).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Description')).toBeFocused();
  });

  await page.keyboard.type('A keeper rows out to a light that nobody lit.');
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('The Last Keeper');
  await tabTo(page, dialog.getByRole('searchbox', { name: 'Genres' }));
  await page.keyboard.type('myst');
  await tabTo(page, dialog.getByRole('button', { name: 'Mystery' }));
  await page.keyboard.press('Space');
  await expect(dialog.getByText('1 of 5 genres selected')).toBeVisible();
  await tabTo(page, dialog.getByRole('slider'));
  await page.keyboard.press('Home');
  await tabTo(page, dialog.getByRole('radio', { checked: true }).first());
  await page.keyboard.press('ArrowRight', { delay: TAP_MS });
  await expect(dialog.getByRole('radio', { name: /^Veo 3(?!\.)/ })).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: 'Create Project' }));
  await page.keyboard.press('Enter');

  await page.waitForURL('**/project/*');
  await expect(page.getByRole('heading', { name: 'The Last Keeper' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(4);
}

async function generateByKeys(page: Page): Promise<void> {
  await pressOn(page, page.getByRole('button', { name: 'Generate Videos' }).first());
  await pressOn(page, page.getByRole('button', { name: 'Start Generation' }));
  const end = page.getByRole('button', { name: 'Continue Editing' });
  await expect(end).toBeVisible({ timeout: 60_000 });
  await pressOn(page, end);
}

async function editByKeys(page: Page): Promise<void> {
  await pressOn(page, page.getByRole('button', { name: 'Edit scene 1', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Edit Scene 1' });
  await expect(dialog).toBeVisible();
  const title = dialog.getByLabel('Title', { exact: true });
  if (!(await title.evaluate((field) => field === document.activeElement))) await tabTo(page, title);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('The oars');
  await pressOn(page, dialog.getByRole('button', { name: 'Save Changes' }));
  await expect(page.getByRole('article', { name: 'Scene 1: The oars' })).toBeVisible();
}

async function reorderByKeys(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Move scene 1', exact: true }));
  await page.keyboard.press('Space');
  // As one who listens does it: a step at a time, until the place is told.
  await expect(page.getByText(/is over position 1 of/)).toBeAttached();
  const reached = page.getByText(/is over position 2 of/);
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(reached).toBeAttached({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(page.getByRole('article', { name: 'Scene 2: The oars' })).toBeVisible();
}

test('a newcomer gets from the sign-in page to the file of a movie with the keyboard alone', async ({ page }) => {
  await signInByKeys(page);
  await createByKeys(page);
  await generateByKeys(page);
  await editByKeys(page);
  await reorderByKeys(page);
  expect((await exportByKeys(page)).suggestedFilename()).toBe('The-Last-Keeper.mp4');
});
