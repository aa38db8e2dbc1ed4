/** What the editor's frame says and does: header, Movie Concept, visibility, people, tabs, shortcuts. */
import { expect, type Page } from '@playwright/test';
import { expectToast, toastsOn } from '../toast.ts';
import type { Checklist } from './checklist.ts';

export type EditorScreen = { page: Page; url: string; projectId: string };
type Rows = Checklist<EditorScreen>;

const TITLE = 'The Glass Lighthouse';
const header = (page: Page) => page.getByRole('banner');
const titleButton = (page: Page, title = TITLE) => header(page).getByRole('button', { name: title, exact: true });
const titleField = (page: Page) => page.getByLabel('Project title');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const concept = (page: Page) => card(page, 'Movie Concept');
const visibility = (page: Page) => card(page, 'Project Visibility');
const people = (page: Page) => card(page, 'Character References');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const tabInAddress = (page: Page) => new URL(page.url()).searchParams.get('tab');

/** On a project with four scenes and no clip. */
export const headerRows: Rows = {
  'the window has the project’s title': ({ page }) => expect(page).toHaveTitle(`${TITLE} · AI Storyreel`),
  'product, what powers it, and the way back stand in the header': async ({ page }) => {
    await expect(header(page)).toContainText('AI Storyreel');
    await expect(header(page)).toContainText('Powered by Veo 3.1');
    await expect(header(page).getByRole('link', { name: 'Back to My Projects' })).toHaveAttribute('href', '/');
  },
  'title, scene count and length stand in the header': async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await expect(header(page)).toContainText('4 scenes · 0:30');
    await expect(header(page).getByText('Saved', { exact: true })).toBeVisible();
  },
  'a pressed title becomes a field with the text selected': async ({ page }) => {
    await titleButton(page).click();
    await expect(titleField(page)).toBeFocused();
    await page.keyboard.type('Typed over');
    await expect(titleField(page)).toHaveValue('Typed over');
  },
  'Escape takes the title back and gives the focus back': async ({ page }) => {
    await page.keyboard.press('Escape');
    await expect(titleButton(page)).toBeFocused();
  },
  'a blank title is refused with a sentence': async ({ page }) => {
    await page.keyboard.press('Enter');
    await titleField(page).fill('   ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('A project needs a title.')).toBeVisible();
    await expect(titleField(page)).toHaveAttribute('aria-invalid', 'true');
  },
  'a title of more than 120 characters is cut, and that is said': async ({ page }) => {
    await titleField(page).fill('');
    await page.keyboard.insertText('x'.repeat(130));
    await expect(titleField(page)).toHaveValue('x'.repeat(120));
    await expect(page.getByText('You’ve reached the limit of 120 characters.')).toBeVisible();
    await page.keyboard.press('Escape');
  },
  'Enter saves the title, and the window follows': async ({ page }) => {
    await titleButton(page).click();
    await titleField(page).fill('The Lamp');
    await page.keyboard.press('Enter');
    await expect(titleButton(page, 'The Lamp')).toBeFocused();
    await expect(page).toHaveTitle('The Lamp · AI Storyreel');
  },
  'the project’s menu names what undo takes back': async ({ page }) => {
    await page.getByRole('button', { name: 'Project menu' }).click();
    await expect(page.getByRole('menuitem', { name: 'Undo: Edit project' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Redo' })).toBeDisabled();
    await page.keyboard.press('Escape');
  },
  'Ctrl+Z takes the title back and says so, Ctrl+Shift+Z brings it again': async ({ page }) => {
    await page.keyboard.press('Control+z');
    await expectToast(page, 'Undone', 'Edit project');
    await expect(titleButton(page)).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await expectToast(page, 'Redone', 'Edit project');
    await expect(titleButton(page, 'The Lamp')).toBeVisible();
  },
  'Rename in the menu opens the field, and leaving it saves': async ({ page }) => {
    await page.getByRole('button', { name: 'Project menu' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await expect(titleField(page)).toBeFocused();
    await titleField(page).fill(TITLE);
    await tab(page, 'Scene Editor').focus();
    await expect(titleButton(page)).toBeVisible();
  },
};

export const conceptRows: Rows = {
  'the card shows description, status, genre, model, ratio and target': async ({ page }) => {
    await expect(concept(page)).toContainText('A harbour town has forgotten its lighthouse.');
    await expect(concept(page).getByText('Draft', { exact: true })).toBeVisible();
    await expect(concept(page)).toContainText('Drama');
    await expect(concept(page)).toContainText('Veo 3.1 · 16:9 · target 0:30');
  },
  'no progress bar before the first clip': ({ page }) => expect(page.getByText('0 / 4 scenes')).toHaveCount(0),
  'Escape takes an edited description back': async ({ page }) => {
    await concept(page).getByRole('button', { name: 'Edit description' }).click();
    await expect(page.getByLabel('Project description')).toBeFocused();
    await page.keyboard.insertText('Something else. ');
    await page.keyboard.press('Escape');
    await expect(concept(page).getByRole('button', { name: 'Edit description' })).toBeFocused();
    await expect(concept(page)).not.toContainText('Something else.');
  },
  'a blank description can’t be saved, and that is said': async ({ page }) => {
    await page.keyboard.press('Enter');
    await page.getByLabel('Project description').fill(' ');
    await expect(concept(page).getByText('A project needs a description.')).toBeVisible();
    await expect(concept(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  },
  'a description of more than 5,000 characters is cut, and that is said': async ({ page }) => {
    await page.getByLabel('Project description').fill('');
    await page.keyboard.insertText('y'.repeat(5_010));
    await expect(page.getByLabel('Project description')).toHaveValue('y'.repeat(5_000));
    await expect(concept(page).getByText('You’ve reached the limit of 5,000 characters.')).toBeVisible();
  },
  'Ctrl+Enter saves the description': async ({ page }) => {
    await page.getByLabel('Project description').fill('A keeper rows out to a light that nobody lit.');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Project updated', 'Your changes have been saved');
    await expect(concept(page)).toContainText('A keeper rows out to a light that nobody lit.');
  },
  'Improve Prompt brings better words and says so': async ({ page }) => {
    await concept(page).getByRole('button', { name: 'Improve Prompt' }).click();
    await expectToast(page, 'Description improved', 'AI has enhanced your prompt with Veo best practices');
    await expect(concept(page)).toContainText('one night left to answer');
  },
  'one undo takes the improved words back': async ({ page }) => {
    await page.keyboard.press('Control+z');
    await expectToast(page, 'Undone', 'Improve description');
    await expect(concept(page)).not.toContainText('one night left to answer');
    await expect(concept(page)).toContainText('A keeper rows out to a light that nobody lit.');
  },
};

export const visibilityRows: Rows = {
  'a new project is private, and the card says what would be shown': async ({ page }) => {
    await expect(visibility(page).getByRole('switch', { name: 'Public' })).not.toBeChecked();
    await expect(visibility(page)).toContainText('Private: only you can open it.');
    await expect(visibility(page)).toContainText('They never see your email address, key, prompts, or costs.');
    await expect(visibility(page).getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  },
  'the switch makes it public and says so': async ({ page, url, projectId }) => {
    await visibility(page).getByRole('switch', { name: 'Public' }).click();
    await expectToast(page, 'Visibility updated');
    await expect(visibility(page)).toContainText('Public: anyone can watch it in the Showcase.');
    await expect
      .poll(async () => (await page.request.get(`${url}/api/showcase/projects/${projectId}`)).status())
      .toBe(200);
  },
  'the public page is linked, and its address can be copied': async ({ page, url, projectId }) => {
    const link = visibility(page).getByRole('link', { name: 'View public page' });
    await expect(link).toHaveAttribute('href', `/showcase/${projectId}`);
    await visibility(page).getByRole('button', { name: 'Copy link' }).click();
    await expectToast(page, 'Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${url}/showcase/${projectId}`);
  },
  'without a network the card and the AI’s buttons say that they need it': async ({ page }) => {
    await page.context().setOffline(true);
    await expect(visibility(page).getByText('You can change this when you’re back online.')).toBeVisible();
    await expect(visibility(page).getByRole('switch', { name: 'Public' })).toBeDisabled();
    const improve = concept(page).getByRole('button', { name: 'Improve Prompt' });
    await expect(improve).toHaveAttribute('aria-disabled', 'true');
    await improve.focus();
    await expect(page.getByRole('tooltip', { name: 'This needs a network connection.' })).toBeVisible();
    await page.context().setOffline(false);
    await expect(visibility(page).getByRole('switch', { name: 'Public' })).toBeEnabled();
  },
  'the switch makes it private again': async ({ page, url, projectId }) => {
    await visibility(page).getByRole('switch', { name: 'Public' }).click();
    await expectToast(page, 'Visibility updated');
    await expect
      .poll(async () => (await page.request.get(`${url}/api/showcase/projects/${projectId}`)).status())
      .toBe(403);
  },
};

export const peopleRows: Rows = {
  'one, two or three characters can be asked for, three at first': async ({ page }) => {
    for (const count of ['1', '2', '3'])
      await expect(people(page).getByRole('radio', { name: count, exact: true })).toBeVisible();
    await expect(people(page).getByRole('radio', { name: '3', exact: true })).toBeChecked();
  },
  'in the demo studio nothing is charged, and that is said': ({ page }) =>
    expect(people(page)).toContainText('The demo studio draws them for free.'),
  'Generate brings pictures with names and descriptions': async ({ page }) => {
    await people(page).getByRole('radio', { name: '1', exact: true }).click();
    await people(page).getByRole('button', { name: 'Generate', exact: true }).click();
    await expectToast(page, 'Character references generated');
    await expect(people(page).getByRole('button', { name: 'Keeper', exact: true })).toBeVisible();
    await expect(people(page)).toContainText('Captain with a peaked cap');
    await expect(people(page).locator('img')).toHaveCount(1);
  },
  'they can be made again, and the card says that the new ones take their place': async ({ page }) => {
    await expect(people(page)).toContainText('This replaces the current ones.');
    await people(page).getByRole('button', { name: 'Generate again' }).click();
    await expectToast(page, 'Character references generated');
  },
};

/** After the person's key was taken away. */
export const keylessRows: Rows = {
  'what the AI can’t better is told with the server’s sentence': async ({ page }) => {
    await concept(page).getByRole('button', { name: 'Improve Prompt' }).click();
    await expectToast(page, 'Error improving description');
  },
  'people that can’t be drawn are told, too': async ({ page }) => {
    await people(page).getByRole('button', { name: 'Generate again' }).click();
    await expectToast(page, 'Generation failed');
  },
};

export const tabRows: Rows = {
  'the Scene Editor is open at first, and the address names no tab': async ({ page }) => {
    await expect(tab(page, 'Scene Editor')).toHaveAttribute('aria-selected', 'true');
    expect(tabInAddress(page)).toBeNull();
  },
  'each tab stands in the address': async ({ page }) => {
    await tab(page, 'Storyboard').click();
    await expect(page).toHaveURL(/[?&]tab=storyboard/);
    await tab(page, 'Timeline Editor').click();
    await expect(page).toHaveURL(/[?&]tab=timeline/);
  },
  'back and forward go through the tabs': async ({ page }) => {
    await page.goBack();
    await expect(tab(page, 'Storyboard')).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(tab(page, 'Scene Editor')).toHaveAttribute('aria-selected', 'true');
    expect(tabInAddress(page)).toBeNull();
    await page.goForward();
    await expect(tab(page, 'Storyboard')).toHaveAttribute('aria-selected', 'true');
  },
  'a tab is open again when the page is loaded anew': async ({ page }) => {
    await page.reload();
    await expect(tab(page, 'Storyboard')).toHaveAttribute('aria-selected', 'true');
    await tab(page, 'Scene Editor').click();
  },
  'the rail beside the tabs can be hidden and shown': async ({ page }) => {
    await page.getByRole('button', { name: 'Hide project details' }).click();
    await expect(concept(page)).toBeHidden();
    await page.getByRole('button', { name: 'Show project details' }).click();
    await expect(concept(page)).toBeVisible();
  },
  'beside the timeline there is the inspector, and nothing else is hidden with it': async ({ page }) => {
    await tab(page, 'Timeline Editor').click();
    await expect(concept(page)).toBeHidden();
    await page.getByRole('button', { name: 'Hide inspector' }).click();
    await expect(page.getByRole('button', { name: 'Show inspector' })).toHaveAttribute('aria-expanded', 'false');
    await expect(concept(page)).toBeHidden();
    await page.getByRole('button', { name: 'Show inspector' }).click();
    await tab(page, 'Scene Editor').click();
  },
};

export const shortcutRows: Rows = {
  '? lists the shortcuts of the page and of the app': async ({ page }) => {
    await page.keyboard.press('?');
    await expect(shortcuts(page)).toContainText('Undo the last edit');
    await expect(shortcuts(page)).toContainText('Pick up a scene by its handle, or drop it');
    await expect(shortcuts(page)).toContainText('Go to notifications');
    await page.keyboard.press('Escape');
    await expect(shortcuts(page)).toBeHidden();
  },
  'the user menu opens the list, too': async ({ page }) => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(shortcuts(page)).toBeVisible();
    await page.keyboard.press('Escape');
  },
  '? in a field is a question mark': async ({ page }) => {
    await titleButton(page).click();
    await page.keyboard.press('?');
    await expect(shortcuts(page)).toHaveCount(0);
    await expect(titleField(page)).toHaveValue('?');
    await page.keyboard.press('Escape');
  },
  'Ctrl+Z with nothing to undo says so': async ({ page }) => {
    await page.goto(page.url());
    await expect(titleButton(page)).toBeVisible();
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press('Control+z');
      const title = toastsOn(page).getByText(/^(Undone|Nothing to undo)$/);
      const said = await title.innerText();
      await toastsOn(page).getByLabel('Dismiss').click();
      if (said === 'Nothing to undo') return;
    }
    throw new Error('Ten steps back, and there was still something to undo.');
  },
};

/** At 360 px. */
export const phoneRows: Rows = {
  'the concept folds above the tabs': async ({ page }) => {
    await expect(concept(page)).toBeHidden();
    await page.getByRole('button', { name: /^Movie details/ }).click();
    await expect(concept(page)).toBeVisible();
    await expect(people(page)).toBeVisible();
  },
  'the page is no wider than the screen': async ({ page }) => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  },
  'one action floats over the list': ({ page }) =>
    expect(page.getByRole('button', { name: 'Generate Videos' })).toBeInViewport(),
};

export const deletionRows: Rows = {
  'the menu asks before it deletes, and says what goes': async ({ page }) => {
    await page.getByRole('button', { name: 'Project menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete project…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this project?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(dialog).toContainText(TITLE);
    await expect(dialog).toContainText('4 scenes with their clips, trims, and text');
    await expect(dialog).toContainText('The character references');
    await expect(dialog).toContainText('You can’t undo this.');
    await expect(dialog).toContainText('30 days');
  },
  'Cancel keeps it': async ({ page }) => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(titleButton(page)).toBeVisible();
  },
  'Delete Project goes to the projects, says so, and the project is gone here and on the server': async ({
    page,
    url,
    projectId,
  }) => {
    await page.getByRole('button', { name: 'Project menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete project…' }).click();
    await page.getByRole('button', { name: 'Delete Project' }).click();
    await expect(page).toHaveURL(`${url}/`);
    await expectToast(page, 'Project deleted', TITLE);
    await expect(page.getByRole('heading', { name: TITLE })).toHaveCount(0);
    await expect.poll(async () => (await page.request.get(`${url}/api/projects/${projectId}`)).status()).toBe(404);
  },
  'its address says that there is no such project, with a way back': async ({ page, url, projectId }) => {
    await page.goto(`${url}/project/${projectId}`);
    await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to My Projects' }).click();
    await expect(page).toHaveURL(`${url}/`);
  },
};
