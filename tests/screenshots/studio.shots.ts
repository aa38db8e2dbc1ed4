/** What a person sees who makes a movie: every screen and dialog of the main job, and of the settings. */
import { expect, test, type Page } from '@playwright/test';
import { chooseDemoStudio, createProject, editScene, generateVideos, lighthouse, signIn } from '#tests/e2e/journey.ts';
import { startServer } from '#tests/e2e/server.ts';
import { shoot, widths } from './shoot.ts';

test('every screen and dialog of the studio', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const server = await startServer();
  try {
    await start(page, server.url);
    await createProject(page, lighthouse);
    await scenesTab(page);
    await dialogsOfScenes(page);
    await storyboardAndTimeline(page);
    await exporting(page);
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

async function scenesTab(page: Page): Promise<void> {
  await shoot(page, '13-editor-pending', { widths: widths.all });
  // The demo studio fails a scene whose words ask for it: so a failed card stands beside complete ones.
  await editScene(page, 4, 'Description', 'The tower stays dark. [fail]');
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await shootDialog(page, '14-confirmation');
  await generateVideos(page);
  await shoot(page, '15-editor-clips', { widths: widths.all });
}

async function dialogsOfScenes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit scene 2', exact: true }).click();
  await shootDialog(page, '16-edit-scene');
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  await shootDialog(page, '17-add-scene');
  await page.getByRole('button', { name: 'Project menu' }).click();
  await page.getByRole('menuitem', { name: 'Delete project…' }).click();
  await shootDialog(page, '18-delete-project');
  await page.keyboard.press('?');
  await shootDialog(page, '19-keyboard-shortcuts');
}

async function storyboardAndTimeline(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Storyboard' }).click();
  await expect(page.getByRole('region', { name: 'Storyboard' })).toBeVisible();
  await shoot(page, '20-storyboard', { widths: widths.all });
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('video')].some((video) => video.readyState >= 2));
  await page.getByRole('button', { name: /^Scene 2:/ }).click();
  await shoot(page, '21-timeline', { widths: widths.all });
  await page.getByRole('button', { name: 'Trim mode', exact: true }).click();
  await shoot(page, '22-timeline-trim');
  await page.getByRole('button', { name: 'Add Text', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Add text overlay' })).toBeVisible();
  await shoot(page, '23-timeline-text');
  await page.keyboard.press('Escape');
}

async function exporting(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export Movie' }).click();
  await expect(page.getByText(/all encoded, about.*MB/).first()).toBeVisible();
  await page.getByText('Why?').click();
  await shoot(page, '24-export');
  await page.getByRole('button', { name: 'Start Export' }).click();
  await expect(page.getByText(/^Encoding scene/)).toBeVisible();
  await shoot(page, '25-export-running', { widths: [1280] });
  await expect(page.getByRole('button', { name: 'Receipt' })).toBeVisible({ timeout: 300_000 });
  await shoot(page, '26-export-complete');
  await page.getByRole('button', { name: 'Dismiss export' }).click();
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
