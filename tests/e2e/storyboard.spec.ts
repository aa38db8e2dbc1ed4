/** The Storyboard tab, its text file and its printed pages. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { projectReply } from '#shared/api/projects.ts';
import { storyboardText } from '#shared/rules/storyboard-text.ts';
import { runRows, type Checklist } from './checklist.ts';
import { ownServer } from './own-server.ts';
import { signInByCall, type Caller } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import { expectToast } from './toast.ts';

type StoryboardScreen = { page: Page; owner: Caller; projectId: string };

const panelOf = ({ page }: StoryboardScreen, sceneNumber: number): Locator =>
  page.getByRole('article', { name: new RegExp(`^Scene ${sceneNumber}:`) });

/** The description of scene 2: its first hundred characters end within a word. */
const longDescription =
  'Ines reads by the light of a candle while the wind goes round the house and tries every window, one after the other. Then it is still.';

const storyboardRows: Checklist<StoryboardScreen> = {
  'the sheet has title, genre, number of scenes, duration and ratio': async ({ page }) => {
    const sheet = page.getByRole('region', { name: 'Storyboard' });
    await expect(sheet.getByRole('heading', { name: 'The Glass Lighthouse' })).toBeVisible();
    await expect(sheet.getByText('Drama', { exact: true })).toBeVisible();
    await expect(sheet.getByText('4 scenes · 0:30 · 16:9')).toBeVisible();
  },
  'a panel has number, picture, duration, camera with its icon and mood with its dot': async (screen) => {
    const panel = panelOf(screen, 1);
    await expect(panel.getByText('1', { exact: true })).toBeVisible();
    await expect(panel.getByText('0:08', { exact: true })).toBeVisible();
    await expect(panel.locator('img')).toBeVisible();
    await expect(panel.getByText('Aerial', { exact: true }).locator('svg')).toBeVisible();
    await expect(panel.getByText('Mysterious', { exact: true }).locator('i')).toBeVisible();
  },
  'a long description is cut at 100 characters, and unfolds and folds again': async (screen) => {
    const panel = panelOf(screen, 2);
    const short = `${longDescription.slice(0, 100).trimEnd()}...`;
    await expect(panel.getByText(short)).toBeVisible();
    await panel.getByRole('button', { name: 'Read more', exact: true }).click();
    await expect(panel.getByText(`${longDescription} Show less`)).toBeVisible();
    await panel.getByRole('button', { name: 'Show less', exact: true }).click();
    await expect(panel.getByText(short)).toBeVisible();
  },
  'a short description is whole from the start': async (screen) => {
    await expect(panelOf(screen, 1).getByText('The tower.').filter({ visible: true })).toBeVisible();
    await expect(panelOf(screen, 1).getByRole('button', { name: 'Read more' })).toHaveCount(0);
  },
  'Export as Text writes the file that the rules describe, and says so': async ({ page, owner, projectId }) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as Text' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('The-Glass-Lighthouse_storyboard.txt');
    const { project, scenes } = await owner.project(projectId);
    expect(await readFile(await download.path(), 'utf8')).toBe(storyboardText(project, scenes));
    await expectToast(page, 'Storyboard exported');
  },
  'Print Storyboard opens the browser’s own print dialog, with every picture loaded': async ({ page }) => {
    const printed = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          window.print = () => resolve([...document.images].every((picture) => picture.complete));
        }),
    );
    await page.getByRole('button', { name: 'Print Storyboard' }).click();
    expect(await printed).toBe(true);
  },
  'scenes are put in order here, too': async ({ page, owner, projectId }) => {
    const titles = (): Promise<string[]> => page.getByRole('article').getByRole('heading').allTextContents();
    const [first, second, ...rest] = await titles();
    const handle = page.getByRole('button', { name: 'Move scene 2', exact: true });
    const target = await page.getByRole('button', { name: 'Move scene 1', exact: true }).boundingBox();
    if (target === null) throw new Error('Scene 1 is not on the screen.');
    await handle.hover();
    await page.mouse.down();
    await page.mouse.move(target.x + 14, target.y + 14, { steps: 8 });
    await expect(page.getByText('Scene 2 is over position 1 of 4.')).toBeAttached();
    await page.mouse.up();
    await expectToast(page, 'Scenes reordered');
    await expect.poll(titles).toEqual([second, first, ...rest]);
    const onServer = async (): Promise<string[]> => (await owner.project(projectId)).scenes.map(({ title }) => title);
    await expect.poll(onServer).toEqual([second, first, ...rest]);
  },
};

const paperRows: Checklist<StoryboardScreen> = {
  'paper has the sheet alone: no bars, no buttons, no notices': async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'The Glass Lighthouse' }).filter({ visible: true })).toHaveCount(1);
    for (const role of ['tab', 'button', 'banner'] as const)
      await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
  },
  'it is black on white in the dark theme, and no panel is cut in two': async ({ page }) => {
    const sheet = page.getByRole('region', { name: 'Storyboard' });
    await expect(page.locator('html')).toHaveClass(/dark/);
    await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(sheet.getByRole('heading', { name: 'The Glass Lighthouse' })).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const panel of await sheet.getByRole('listitem').all()) await expect(panel).toHaveCSS('break-inside', 'avoid');
  },
  'it has what can not be unfolded on paper': async (screen) => {
    await expect(screen.page.getByText(longDescription, { exact: true })).toBeVisible();
  },
  'four panels are one page of A4, and one of Letter': async ({ page }) => {
    for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format }))).toBe(1);
  },
  'thirty panels, four to six a page, are five to eight pages': async ({ page, owner }) => {
    const body = { title: 'Long', description: 'A long way.', genres: ['drama'], targetLength: 240 };
    const wish = { ...body, model: 'veo-3.1', aspectRatio: '16:9' };
    const { id } = projectReply.parse(await owner.send('POST', '/api/projects', wish));
    await owner.send('POST', `/api/projects/${id}/generate-scenes`);
    await expect.poll(async () => (await owner.project(id)).scenes.length).toBe(30);
    await page.goto(`/project/${id}?tab=storyboard`);
    await expect(page.getByRole('article')).toHaveCount(30);
    for (const format of ['A4', 'Letter']) {
      const pages = pagesOf(await page.pdf({ format }));
      expect(pages).toBeGreaterThanOrEqual(5);
      expect(pages).toBeLessThanOrEqual(8);
    }
  },
};

/** How many pages a PDF of Chromium's has. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

const server = ownServer(startPlantedServer);

test('the storyboard is read, put in order, taken away as text and printed', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const { person, projectId } = await plantedOwner(0);
  const owner = await signInByCall(context.request, server.url, person);
  const [first, second] = (await owner.project(projectId)).scenes;
  await owner.send('PATCH', `/api/scenes/${first?.id}`, {
    description: 'The tower.',
    metadata: { cameraAngle: 'aerial', mood: 'mysterious', lighting: null, movement: null },
  });
  await owner.send('PATCH', `/api/scenes/${second?.id}`, { description: longDescription });

  await page.goto(`/project/${projectId}?tab=storyboard`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await runRows(storyboardRows, { page, owner, projectId });
  await runRows(paperRows, { page, owner, projectId });
  await context.close();
});
