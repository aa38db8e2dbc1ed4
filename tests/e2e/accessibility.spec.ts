/** Every screen and dialog of the main job, judged by axe: in each turn another third of sizes and themes. */
import { expect, test } from '@playwright/test';
import { checkWithAxe, expectNoViolations, PHONE, showInTheme } from './axe.ts';
import { holdCalls } from './hold.ts';
import { chooseDemoStudio, createProject, editScene, lighthouse, signIn } from './journey.ts';
import { ownServer } from './own-server.ts';
import { startServer } from './server.ts';

const server = ownServer(() => startServer({ GENERATION_POLL_MS: '200' }));

test('axe finds nothing on any screen or dialog', async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/landing`);
  await expect(page.getByRole('heading', { name: 'AI-Powered Video Production' })).toBeVisible();
  await checkWithAxe(page, 'landing');
  await page.goto(`${server.url}/api/login`);
  await checkWithAxe(page, 'sign-in');

  await signIn(page, server.url);
  await checkWithAxe(page, 'onboarding');
  await chooseDemoStudio(page);
  await expect(page.getByText('No projects yet')).toBeVisible();
  await checkWithAxe(page, 'empty dashboard');
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await checkWithAxe(page, 'user menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await checkWithAxe(page, 'side menu', [PHONE]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create Your First Project' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  await checkWithAxe(page, 'create dialog');
  await page.keyboard.press('Escape');

  await createProject(page, lighthouse);
  // The demo studio fails a scene whose words ask for it: so a failed card stands beside complete ones.
  await editScene(page, 2, 'Description', 'The tower stays dark. [fail]');
  await checkWithAxe(page, 'editor with pending scenes');
  await page.getByRole('button', { name: 'Edit scene 1', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Scene 1' })).toBeVisible();
  await checkWithAxe(page, 'edit scene dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await expect(page.getByRole('button', { name: 'Start Generation' })).toBeVisible();
  await checkWithAxe(page, 'confirmation');
  await page.getByRole('button', { name: 'Start Generation' }).click();
  await expect(page.getByRole('dialog', { name: 'Generating videos' })).toBeVisible();
  // What the page knows stays as it is for as long as it is looked at.
  const letGo = await holdCalls(page, /\/api\/projects\/[^/]+(\/scenes)?$/);
  await expectNoViolations(page, 'progress dialog while scenes are made');
  await page.keyboard.press('Escape');
  await showInTheme(page, 'light');
  await expectNoViolations(page, 'editor while scenes are made');
  await page.getByRole('button', { name: /^\d \/ 4/ }).click();
  letGo();
  await expect(page.getByRole('button', { name: 'Continue Editing' })).toBeVisible({ timeout: 60_000 });
  await checkWithAxe(page, 'progress dialog at its end');
  await page.getByRole('button', { name: 'Continue Editing' }).click();

  await expect(page.getByText('3 / 4 scenes').filter({ visible: true }).first()).toBeVisible();
  await checkWithAxe(page, 'scenes with clips');
  await page.getByRole('tab', { name: 'Storyboard' }).click();
  await expect(page.getByRole('region', { name: 'Storyboard' })).toBeVisible();
  await checkWithAxe(page, 'storyboard');
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await checkWithAxe(page, 'timeline');
  await page.getByRole('button', { name: 'Export Movie' }).click();
  await expect(page.getByRole('button', { name: 'Start Export' })).toBeEnabled();
  await checkWithAxe(page, 'export dialog');
  await page.getByRole('radio', { name: /^As made/ }).click();
  await page.getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByRole('button', { name: 'Download Export' })).toBeVisible({ timeout: 60_000 });

  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Change Key' }).click();
  await expect(page.getByLabel('New key')).toBeVisible();
  await checkWithAxe(page, 'settings and export card');
  await page.getByRole('button', { name: 'Dismiss export' }).click();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Spending' }).click();
  await expect(page.getByText('Nothing was spent in this period.')).toBeVisible();
  await checkWithAxe(page, 'spending without any');
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('link', { name: /The Glass Lighthouse/ })).toBeVisible();
  await checkWithAxe(page, 'dashboard with a project');
  await page.goto(`${server.url}/nowhere`);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await checkWithAxe(page, '404');
});
