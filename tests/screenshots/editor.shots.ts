/** What a person sees who makes a movie: the editor's tabs in every state, and its dialogs. */
import { expect, test, type Page } from '@playwright/test';
import { holdCalls } from '#tests/e2e/hold.ts';
import {
  createProject,
  editScene,
  generateVideos,
  lighthouse,
  openProjectId,
  scenesOnServer,
} from '#tests/e2e/journey.ts';
import { toastsOn } from '#tests/e2e/toast.ts';
import { openDemoStudio } from './demo-studio.ts';
import { shoot, widths } from './shoot.ts';

const studio = openDemoStudio();

test('scenes, storyboard and timeline, before, while and after clips are made', async ({ page }) => {
  await createProject(page, lighthouse);
  await withoutToast(page);
  await shoot(page, '13-editor-pending', { widths: widths.all });
  await timelineTab(page);
  await shoot(page, '13-timeline-pending');
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
  // The demo studio fails a scene whose words ask for it: so a failed card stands beside complete ones.
  await editScene(page, 2, 'Description', 'The tower stays dark. [fail]');
  await withoutToast(page);
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await shootDialog(page, '14-confirmation');
  await whileGenerating(page);
  await page.getByRole('button', { name: 'Continue Editing' }).click();
  await shoot(page, '15-editor-clips', { widths: widths.all });
  await dialogsOfScenes(page);
  await railAndMenus(page);
  await storyboardAndTimeline(page);
});

test('exports, before, while and after', async ({ page }) => {
  await createProject(page, lighthouse);
  await generateVideos(page);
  await timelineTab(page);
  await page.getByRole('button', { name: 'Export Movie' }).click();
  await expect(page.getByText(/reduced and encoded/)).toBeVisible();
  await shoot(page, '24-export', { widths: widths.all });
  await page.getByText('What gets encoded, and why').click();
  await shoot(page, '24-export-reasons', { widths: [1280] });
  await page.getByRole('button', { name: 'Start Export' }).click();
  await page.getByRole('button', { name: 'Unfold export' }).click();
  await expect(page.getByText(/^Encoding scene/)).toBeVisible();
  await shoot(page, '25-export-running', { widths: [360, 1280] });
  await page.getByRole('button', { name: 'Fold export', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Download Export' })).toBeVisible({ timeout: 300_000 });
  await shoot(page, '26-export-folded');
  await page.getByRole('button', { name: 'Unfold export' }).click();
  await shoot(page, '26-export-complete');
  await page.getByRole('button', { name: 'Show receipt' }).click();
  await expect(page.getByRole('dialog', { name: 'Your movie is ready' })).toBeVisible();
  await shoot(page, '26-export-done', { widths: widths.all });
});

test('a change that does not get through', async ({ page }) => {
  await createProject(page, lighthouse);
  await withoutToast(page);
  await page.route('**/api/scenes/*', (route) => route.fulfill({ status: 503, body: 'Busy.' }));
  await editScene(page, 1, 'Title', 'A tower of glass');
  await expect(page.getByRole('button', { name: 'Kept on this device' })).toBeVisible();
  await withoutToast(page);
  await shoot(page, '27-delayed', { widths: widths.all });
});

test('changes that were not saved', async ({ page, context }) => {
  await createProject(page, lighthouse);
  const [first, second] = await scenesOnServer(page, studio.url(), openProjectId(page));
  await context.setOffline(true);
  await editScene(page, 1, 'Title', 'A tower of glass');
  await withoutToast(page);
  await shoot(page, '27-offline');
  await editScene(page, 2, 'Title', 'Nobody looks up');
  await page.request.delete(`${studio.url()}/api/scenes/${first?.id}`, { headers: { Origin: studio.url() } });
  await page.route(`**/api/scenes/${second?.id}`, (route) =>
    route.fulfill({
      status: 422,
      json: { message: 'A title like this can not be kept.', code: 'invalid_input', requestId: 'r1' },
    }),
  );
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Needs you' })).toBeVisible();
  await expect(page.getByText(/^Syncing/)).toHaveCount(0);
  await withoutToast(page);
  await page.getByRole('button', { name: 'Needs you' }).click();
  await shoot(page, '27-problems');
});

async function whileGenerating(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await page.getByRole('button', { name: 'Start Generation' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Retry/ })).toBeVisible();
  await expect(dialog.getByText('Complete', { exact: true })).toHaveCount(2);
  const letGo = await holdCalls(page, /\/api\/projects\//);
  await shoot(page, '14-progress-running', { widths: widths.all });
  await page.keyboard.press('Escape');
  await shoot(page, '14-editor-generating', { widths: widths.all });
  await timelineTab(page);
  await shoot(page, '14-timeline-generating');
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
  letGo();
  await expect(toastsOn(page)).toContainText(/\d/);
  await shoot(page, '14-generation-ended');
  await withoutToast(page);
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await generateVideosFromConfirmation(page);
}

/** The failed scene once more: it fails again, and the dialog shows the end. */
async function generateVideosFromConfirmation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Generation' }).click();
  await expect(page.getByRole('dialog', { name: 'Videos generated' })).toBeVisible({ timeout: 60_000 });
  await shoot(page, '14-progress-ended');
}

async function dialogsOfScenes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for scene 1', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await shoot(page, '15-scene-menu', { widths: [1280] });
  await page.getByRole('menuitem', { name: /^Generate again/ }).click();
  await shootDialog(page, '15-generate-again');
  await page.getByRole('button', { name: 'Edit scene 2', exact: true }).click();
  await shootDialog(page, '16-edit-scene');
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  await shootDialog(page, '17-add-scene');
  await page.keyboard.press('?');
  await shootDialog(page, '19-keyboard-shortcuts');
}

async function railAndMenus(page: Page): Promise<void> {
  await studio
    .owner()
    .send('POST', `/api/projects/${openProjectId(page)}/generate-character-references`, { maxCharacters: 3 });
  await studio.owner().send('PATCH', `/api/projects/${openProjectId(page)}`, { isPublic: true });
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await shoot(page, '18-rail', { widths: [1280] });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: /^Movie details/ }).click();
  await shoot(page, '18-rail', { widths: [360], isWhole: true });
  await page.getByRole('button', { name: 'Edit description' }).click();
  await shoot(page, '18-rail-editing', { widths: [1280] });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Project menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await shoot(page, '18-project-menu', { widths: [1280] });
  await page.getByRole('menuitem', { name: 'Delete project…' }).click();
  await shootDialog(page, '18-delete-project');
}

async function storyboardAndTimeline(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Storyboard' }).click();
  await expect(page.getByRole('region', { name: 'Storyboard' })).toBeVisible();
  await shoot(page, '20-storyboard', { widths: widths.all });
  await timelineTab(page);
  await page.waitForFunction(() => document.querySelector('canvas[data-clip-frame]') !== null);
  await page.getByRole('button', { name: /^Scene 3:/ }).click();
  await shoot(page, '21-timeline', { widths: widths.all });
  await page.getByRole('button', { name: 'Trim mode', exact: true }).click();
  await page.getByLabel('Start point', { exact: true }).fill('2');
  await page.keyboard.press('Enter');
  await shoot(page, '22-timeline-trim', { widths: widths.all });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Add Text', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Add text overlay' })).toBeVisible();
  await page.getByLabel('Text', { exact: true }).fill('At first light');
  await withoutToast(page);
  await shoot(page, '23-timeline-text', { widths: widths.all });
  await page.getByRole('button', { name: 'Add Text Overlay' }).click();
  await withoutToast(page);
  await shoot(page, '23-timeline-texted');
}

async function timelineTab(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await expect(page.getByRole('toolbar', { name: 'Timeline tools' })).toBeVisible();
}

async function withoutToast(page: Page): Promise<void> {
  const dismiss = toastsOn(page).getByLabel('Dismiss');
  if ((await dismiss.count()) > 0) await dismiss.click();
  await expect(dismiss).toHaveCount(0);
}

/** The dialog that has just been opened; it is closed again. */
async function shootDialog(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}
