/** The editor's frame, from the header to the rail, on one project of the demo studio. */
import { expect, test, type Page } from '@playwright/test';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { runRows, type Checklist } from './checklist.ts';
import { ines, lighthouse } from './journey.ts';
import { ownServer } from './own-server.ts';
import { demoPerson, makeProject, type Caller } from './people.ts';
import { startServer } from './server.ts';
import { expectToast, toastsOn } from './toast.ts';

type Rows = Checklist<Page>;

const server = ownServer(() => startServer({ GENERATION_POLL_MS: '200' }));
let page: Page;
let owner: Caller;
let projectId: string;
test.beforeEach(({ page: opened }) => void (page = opened));

const TITLE = 'The Glass Lighthouse';
const header = () => page.getByRole('banner');
const titleButton = (title = TITLE) => header().getByRole('button', { name: title, exact: true });
const titleField = () => page.getByLabel('Project title');
const card = (name: string) => page.getByRole('region', { name, exact: true });
const concept = () => card('Movie Concept');
const visibility = () => card('Project Visibility');
const people = () => card('Character References');
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const shortcuts = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const tabInAddress = () => new URL(page.url()).searchParams.get('tab');

/** On a project with four scenes and no clip. */
const headerRows: Rows = {
  'the window has the project’s title': () => expect(page).toHaveTitle(`${TITLE} · AI Storyreel`),
  'product, what powers it, and the way back stand in the header': async () => {
    await expect(header()).toContainText('AI Storyreel');
    await expect(header()).toContainText('Powered by Veo 3.1');
    await expect(header().getByRole('link', { name: 'Back to My Projects' })).toHaveAttribute('href', '/');
  },
  'title, scene count and length stand in the header': async () => {
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await expect(header()).toContainText('4 scenes · 0:30');
    await expect(header().getByText('Saved', { exact: true })).toBeVisible();
  },
  'a pressed title becomes a field with the text selected': async () => {
    await titleButton().click();
    await expect(titleField()).toBeFocused();
    await page.keyboard.type('Typed over');
    await expect(titleField()).toHaveValue('Typed over');
  },
  'Escape takes the title back and gives the focus back': async () => {
    await page.keyboard.press('Escape');
    await expect(titleButton()).toBeFocused();
  },
  'a blank title is refused with a sentence': async () => {
    await page.keyboard.press('Enter');
    await titleField().fill('   ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('A project needs a title.')).toBeVisible();
    await expect(titleField()).toHaveAttribute('aria-invalid', 'true');
    await checkWithAxe(page, 'title while it is edited', [DESKTOP]);
  },
  'a title of more than 120 characters is cut, and that is said': async () => {
    await titleField().fill('');
    await page.keyboard.insertText('x'.repeat(130));
    await expect(titleField()).toHaveValue('x'.repeat(120));
    await expect(page.getByText('You’ve reached the limit of 120 characters.')).toBeVisible();
    await page.keyboard.press('Escape');
  },
  'Enter saves the title, and the window follows': async () => {
    await titleButton().click();
    await titleField().fill('The Lamp');
    await page.keyboard.press('Enter');
    await expect(titleButton('The Lamp')).toBeFocused();
    await expect(page).toHaveTitle('The Lamp · AI Storyreel');
  },
  'the project’s menu names what undo takes back': async () => {
    await page.getByRole('button', { name: 'Project menu' }).click();
    await expect(page.getByRole('menuitem', { name: 'Undo: Edit project' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Redo' })).toBeDisabled();
    await checkWithAxe(page, 'project menu', [DESKTOP]);
    await page.keyboard.press('Escape');
  },
  'Ctrl+Z takes the title back and says so, Ctrl+Shift+Z brings it again': async () => {
    await page.keyboard.press('Control+z');
    await expectToast(page, 'Undone', 'Edit project');
    await expect(titleButton()).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await expectToast(page, 'Redone', 'Edit project');
    await expect(titleButton('The Lamp')).toBeVisible();
  },
  'Rename in the menu opens the field, and leaving it saves': async () => {
    await page.getByRole('button', { name: 'Project menu' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await expect(titleField()).toBeFocused();
    await titleField().fill(TITLE);
    await tab('Scene Editor').focus();
    await expect(titleButton()).toBeVisible();
  },
};

const conceptRows: Rows = {
  'the card shows description, status, genre, model, ratio and target': async () => {
    await expect(concept()).toContainText('A harbour town has forgotten its lighthouse.');
    await expect(concept().getByText('Draft', { exact: true })).toBeVisible();
    await expect(concept()).toContainText('Drama');
    await expect(concept()).toContainText('Veo 3.1 · 16:9 · target 0:30');
  },
  'no progress bar before the first clip': () => expect(page.getByText('0 / 4 scenes')).toHaveCount(0),
  'Escape takes an edited description back': async () => {
    await concept().getByRole('button', { name: 'Edit description' }).click();
    await expect(page.getByLabel('Project description')).toBeFocused();
    await page.keyboard.insertText('Something else. ');
    await page.keyboard.press('Escape');
    await expect(concept().getByRole('button', { name: 'Edit description' })).toBeFocused();
    await expect(concept()).not.toContainText('Something else.');
  },
  'a blank description can’t be saved, and that is said': async () => {
    await page.keyboard.press('Enter');
    await page.getByLabel('Project description').fill(' ');
    await expect(concept().getByText('A project needs a description.')).toBeVisible();
    await expect(concept().getByRole('button', { name: 'Save' })).toBeDisabled();
    await checkWithAxe(page, 'description while it is edited', [DESKTOP]);
  },
  'a description of more than 5,000 characters is cut, and that is said': async () => {
    await page.getByLabel('Project description').fill('');
    await page.keyboard.insertText('y'.repeat(5_010));
    await expect(page.getByLabel('Project description')).toHaveValue('y'.repeat(5_000));
    await expect(concept().getByText('You’ve reached the limit of 5,000 characters.')).toBeVisible();
  },
  'Ctrl+Enter saves the description': async () => {
    await page.getByLabel('Project description').fill('A keeper rows out to a light that nobody lit.');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Project updated', 'Your changes have been saved');
    await expect(concept()).toContainText('A keeper rows out to a light that nobody lit.');
  },
  'Improve Prompt brings better words and says so': async () => {
    await concept().getByRole('button', { name: 'Improve Prompt' }).click();
    await expectToast(page, 'Description improved', 'AI has enhanced your prompt with Veo best practices');
    await expect(concept()).toContainText('one night left to answer');
  },
  'one undo takes the improved words back': async () => {
    await page.keyboard.press('Control+z');
    await expectToast(page, 'Undone', 'Improve description');
    await expect(concept()).not.toContainText('one night left to answer');
    await expect(concept()).toContainText('A keeper rows out to a light that nobody lit.');
  },
};

const visibilityRows: Rows = {
  'a new project is private, and the card says what would be shown': async () => {
    await expect(visibility().getByRole('switch', { name: 'Public' })).not.toBeChecked();
    await expect(visibility()).toContainText('Private: only you can open it.');
    await expect(visibility()).toContainText('They never see your email address, key, prompts, or costs.');
    await expect(visibility().getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  },
  'the switch makes it public and says so': async () => {
    await visibility().getByRole('switch', { name: 'Public' }).click();
    await expectToast(page, 'Visibility updated');
    await expect(visibility()).toContainText('Public: anyone can watch it in the Showcase.');
    await expect
      .poll(async () => (await page.request.get(`${server.url}/api/showcase/projects/${projectId}`)).status())
      .toBe(200);
  },
  'the public page is linked, and its address can be copied': async () => {
    const link = visibility().getByRole('link', { name: 'View public page' });
    await expect(link).toHaveAttribute('href', `/showcase/${projectId}`);
    await checkWithAxe(page, 'rail of a public project', [DESKTOP]);
    await visibility().getByRole('button', { name: 'Copy link' }).click();
    await expectToast(page, 'Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/showcase/${projectId}`);
  },
  'without a network the card and the AI’s buttons say that they need it': async () => {
    await page.context().setOffline(true);
    await expect(visibility().getByText('You can change this when you’re back online.')).toBeVisible();
    await expect(visibility().getByRole('switch', { name: 'Public' })).toBeDisabled();
    const improve = concept().getByRole('button', { name: 'Improve Prompt' });
    await expect(improve).toHaveAttribute('aria-disabled', 'true');
    await improve.focus();
    await expect(page.getByRole('tooltip', { name: 'This needs a network connection.' })).toBeVisible();
    await page.context().setOffline(false);
    await expect(visibility().getByRole('switch', { name: 'Public' })).toBeEnabled();
  },
  'the switch makes it private again': async () => {
    await visibility().getByRole('switch', { name: 'Public' }).click();
    await expectToast(page, 'Visibility updated');
    await expect
      .poll(async () => (await page.request.get(`${server.url}/api/showcase/projects/${projectId}`)).status())
      .toBe(403);
  },
};

const peopleRows: Rows = {
  'one, two or three characters can be asked for, three at first': async () => {
    for (const count of ['1', '2', '3'])
      await expect(people().getByRole('radio', { name: count, exact: true })).toBeVisible();
    await expect(people().getByRole('radio', { name: '3', exact: true })).toBeChecked();
  },
  'in the demo studio nothing is charged, and that is said': () =>
    expect(people()).toContainText('The demo studio draws them for free.'),
  'Generate brings pictures with names and descriptions': async () => {
    await people().getByRole('radio', { name: '1', exact: true }).click();
    await people().getByRole('button', { name: 'Generate', exact: true }).click();
    await expectToast(page, 'Character references generated');
    await expect(people().getByRole('button', { name: 'Keeper', exact: true })).toBeVisible();
    await expect(people()).toContainText('Captain with a peaked cap');
    await expect(people().locator('img')).toHaveCount(1);
  },
  'they can be made again, and the card says that the new ones take their place': async () => {
    await expect(people()).toContainText('This replaces the current ones.');
    await people().getByRole('button', { name: 'Generate again' }).click();
    await expectToast(page, 'Character references generated');
  },
};

/** After the person's key was taken away. */
const keylessRows: Rows = {
  'what the AI can’t better is told with the server’s sentence': async () => {
    await concept().getByRole('button', { name: 'Improve Prompt' }).click();
    await expectToast(page, 'Error improving description');
  },
  'people that can’t be drawn are told, too': async () => {
    await people().getByRole('button', { name: 'Generate again' }).click();
    await expectToast(page, 'Generation failed');
  },
};

const tabRows: Rows = {
  'the Scene Editor is open at first, and the address names no tab': async () => {
    await expect(tab('Scene Editor')).toHaveAttribute('aria-selected', 'true');
    expect(tabInAddress()).toBeNull();
  },
  'each tab stands in the address': async () => {
    await tab('Storyboard').click();
    await expect(page).toHaveURL(/[?&]tab=storyboard/);
    await tab('Timeline Editor').click();
    await expect(page).toHaveURL(/[?&]tab=timeline/);
  },
  'back and forward go through the tabs': async () => {
    await page.goBack();
    await expect(tab('Storyboard')).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(tab('Scene Editor')).toHaveAttribute('aria-selected', 'true');
    expect(tabInAddress()).toBeNull();
    await page.goForward();
    await expect(tab('Storyboard')).toHaveAttribute('aria-selected', 'true');
  },
  'a tab is open again when the page is loaded anew': async () => {
    await page.reload();
    await expect(tab('Storyboard')).toHaveAttribute('aria-selected', 'true');
    await tab('Scene Editor').click();
  },
  'the rail beside the tabs can be hidden and shown': async () => {
    await page.getByRole('button', { name: 'Hide project details' }).click();
    await expect(concept()).toBeHidden();
    await page.getByRole('button', { name: 'Show project details' }).click();
    await expect(concept()).toBeVisible();
  },
  'beside the timeline there is the inspector, and nothing else is hidden with it': async () => {
    await tab('Timeline Editor').click();
    await expect(concept()).toBeHidden();
    await page.getByRole('button', { name: 'Hide inspector' }).click();
    await expect(page.getByRole('button', { name: 'Show inspector' })).toHaveAttribute('aria-expanded', 'false');
    await expect(concept()).toBeHidden();
    await page.getByRole('button', { name: 'Show inspector' }).click();
    await tab('Scene Editor').click();
  },
};

const shortcutRows: Rows = {
  '? lists the shortcuts of the page and of the app': async () => {
    await page.keyboard.press('?');
    await expect(shortcuts()).toContainText('Undo the last edit');
    await expect(shortcuts()).toContainText('Pick up a scene by its handle, or drop it');
    await expect(shortcuts()).toContainText('Go to notifications');
    await checkWithAxe(page, 'keyboard shortcuts', [PHONE]);
    await page.keyboard.press('Escape');
    await expect(shortcuts()).toBeHidden();
  },
  'the user menu opens the list, too': async () => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(shortcuts()).toBeVisible();
    await page.keyboard.press('Escape');
  },
  '? in a field is a question mark': async () => {
    await titleButton().click();
    await page.keyboard.press('?');
    await expect(shortcuts()).toHaveCount(0);
    await expect(titleField()).toHaveValue('?');
    await page.keyboard.press('Escape');
  },
  'Ctrl+Z with nothing to undo says so': async () => {
    await page.goto(page.url());
    await expect(titleButton()).toBeVisible();
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
const phoneRows: Rows = {
  'the concept folds above the tabs': async () => {
    await expect(concept()).toBeHidden();
    await page.getByRole('button', { name: /^Movie details/ }).click();
    await expect(concept()).toBeVisible();
    await expect(people()).toBeVisible();
    await checkWithAxe(page, 'rail', [PHONE]);
    await page.setViewportSize(PHONE);
  },
  'the page is no wider than the screen': async () => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  },
  'one action floats over the list': () =>
    expect(page.getByRole('button', { name: 'Generate Videos' })).toBeInViewport(),
};

const deletionRows: Rows = {
  'the menu asks before it deletes, and says what goes': async () => {
    await page.getByRole('button', { name: 'Project menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete project…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this project?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(dialog).toContainText(TITLE);
    await expect(dialog).toContainText('4 scenes with their clips, trims, and text');
    await expect(dialog).toContainText('The character references');
    await expect(dialog).toContainText('You can’t undo this.');
    await expect(dialog).toContainText('30 days');
    await checkWithAxe(page, 'deletion', [PHONE]);
  },
  'Cancel keeps it': async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(titleButton()).toBeVisible();
  },
  'Delete Project goes to the projects, says so, and the project is gone here and on the server': async () => {
    await page.getByRole('button', { name: 'Project menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete project…' }).click();
    await page.getByRole('button', { name: 'Delete Project' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await expectToast(page, 'Project deleted', TITLE);
    await expect(page.getByRole('heading', { name: TITLE })).toHaveCount(0);
    await expect
      .poll(async () => (await page.request.get(`${server.url}/api/projects/${projectId}`)).status())
      .toBe(404);
  },
  'its address says that there is no such project, with a way back': async () => {
    for (const id of ['no-such-project', projectId]) {
      await page.goto(`${server.url}/project/${id}`);
      await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
      await expect(page.getByText('It may have been deleted, or it belongs to someone else.')).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back to My Projects' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
  },
};

/** Somebody's project with four scenes and no clip, open in the editor. */
async function openProject(person = ines): Promise<void> {
  owner = await demoPerson(page.request, server.url, person);
  projectId = (await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: false })).project.id;
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(4);
}

test('the frame says and does what it should', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openProject();
  await runRows(headerRows, page);
  await runRows(conceptRows, page);
  await runRows(visibilityRows, page);
  await runRows(peopleRows, page);
  await runRows(tabRows, page);
  await runRows(shortcutRows, page);
  await page.setViewportSize(PHONE);
  await runRows(phoneRows, page);
  await page.setViewportSize(DESKTOP);
  await page.request.delete(`${server.url}/api/user/api-key`, { headers: { Origin: server.url } });
  await runRows(keylessRows, page);
  await owner.send('POST', '/api/user/save-api-key', { apiKey: 'demo-studio' });
  await runRows(deletionRows, page);
});

test('a refused change of visibility is told', async () => {
  await openProject({ email: 'gone@example.org', firstName: 'Noa', lastName: 'Berg' });
  const path = `${server.url}/api/projects/${projectId}`;
  await expect(await page.request.delete(path, { headers: { Origin: server.url } })).toBeOK();
  await page.getByRole('switch', { name: 'Public' }).click();
  await expectToast(page, 'Error updating visibility');
});

test('a page whose code does not come says so, leaves the app usable, and comes when it is loaded again', async () => {
  await demoPerson(page.request, server.url, { email: 'broken@example.org', firstName: 'Mika', lastName: 'Berg' });
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
  await page.route(/settings-page-.*\.js$/, (route) => route.abort());
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible();
  await checkWithAxe(page, 'page that failed', [PHONE]);
  await page.getByRole('button', { name: 'My Projects' }).click();
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
  await page.goto(`${server.url}/settings`);
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible();
  await page.unroute(/settings-page-.*\.js$/);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});
