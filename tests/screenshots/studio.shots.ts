/** What a person sees before and after the editor: onboarding, the projects, the settings. */
import { expect, test, type Page } from '@playwright/test';
import { chooseDemoStudio, createProject, generateVideos, lighthouse, signIn } from '#tests/e2e/journey.ts';
import { startServer } from '#tests/e2e/server.ts';
import { shoot, widths } from './shoot.ts';

test('every screen and dialog around the editor', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const server = await startServer();
  try {
    await start(page, server.url);
    await createProject(page, lighthouse);
    await generateVideos(page);
    await settings(page, server.url);
  } finally {
    await server.remove();
  }
});

async function start(page: Page, url: string): Promise<void> {
  await signIn(page, url);
  await shoot(page, '10-onboarding');
  await chooseDemoStudio(page);
  await expect(page.getByText('No projects yet')).toBeVisible();
  await shoot(page, '11-dashboard-empty');
  await page.getByRole('button', { name: 'Create Your First Project' }).click();
  await shootDialog(page, '12-create');
}

async function settings(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/`);
  await expect(page.getByRole('link', { name: /The Glass Lighthouse/ })).toBeVisible();
  await shoot(page, '27-dashboard', { widths: widths.all });
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await shoot(page, '28-user-menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await shoot(page, '29-side-menu', { widths: [360] });
  await page.goto(`${url}/settings`);
  await page.getByRole('button', { name: 'Change Key' }).click();
  await expect(page.getByLabel('New key')).toBeVisible();
  await shoot(page, '30-settings', { isWhole: true });
}

/** The dialog that has just been opened; it is closed again. */
async function shootDialog(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}
