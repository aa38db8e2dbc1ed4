/** The steps of the main job, in the words that stand on the screen. */
import { expect, type Download, type Page } from '@playwright/test';

export async function signIn(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/`);
  await page.waitForURL('**/landing');
  await page.getByRole('button', { name: 'Get Started', exact: true }).click();
  await page.getByLabel('E-mail').fill('ines@example.org');
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Moreau');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/onboarding');
}

export async function chooseDemoStudio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo studio — no key, no cost' }).click();
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
}

export async function saveKey(page: Page, key: string): Promise<void> {
  await page
    .getByLabel(/API key/i)
    .first()
    .fill(key);
  await page.getByRole('button', { name: 'Validate & Continue' }).click();
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
}

export type Idea = { title: string; description: string; genre: string };

/** Creates a project of 30 s and waits until its scenes stand on the page; resolves to how many there are. */
export async function createProject(page: Page, idea: Idea): Promise<number> {
  await page
    .getByRole('button', { name: /^(Create Your First Project|New Project)$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(idea.title);
  await dialog.getByLabel('Description').fill(idea.description);
  await dialog.getByRole('searchbox').or(dialog.getByPlaceholder(/genre/i)).first().fill(idea.genre);
  await dialog
    .getByRole('button', { name: new RegExp(`^${idea.genre}`, 'i') })
    .or(dialog.getByRole('checkbox', { name: new RegExp(`^${idea.genre}`, 'i') }))
    .first()
    .click();
  await dialog.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await page.waitForURL('**/project/*');
  await expect(page.getByText('Scene breakdown generated', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Generate Videos' }).first()).toBeVisible();
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  return cards.count();
}

/** Confirms the cost and waits until every scene has its clip. */
export async function generateVideos(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await page.getByRole('button', { name: 'Start Generation' }).click();
  await page.getByRole('button', { name: 'Continue Editing' }).click({ timeout: 120_000 });
}

/** Exports in the browser and resolves to the downloaded file. */
export async function exportMovie(page: Page, resolution: RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Export Movie' }).click();
  await page.getByRole('radio', { name: resolution }).click();
  await page.getByRole('button', { name: 'Start Export' }).click();
  const download = page.waitForEvent('download', { timeout: 170_000 });
  await page.getByRole('button', { name: 'Download Export' }).click({ timeout: 170_000 });
  return download;
}
