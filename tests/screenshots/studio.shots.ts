/** What a person sees who has a movie: the projects, the menus, the settings. */
import { expect, test, type Page } from '@playwright/test';
import { chooseDemoStudio, createProject, generateVideos, lighthouse, signIn } from '#tests/e2e/journey.ts';
import { startServer } from '#tests/e2e/server.ts';
import { shoot, widths } from './shoot.ts';

test('every screen around the editor', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const server = await startServer();
  try {
    await signIn(page, server.url);
    await chooseDemoStudio(page);
    await createProject(page, lighthouse);
    await generateVideos(page);
    await settings(page, server.url);
  } finally {
    await server.remove();
  }
});

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
