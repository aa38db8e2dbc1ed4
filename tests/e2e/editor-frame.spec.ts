/** The editor's frame, from the header to the rail, on one project of the demo studio. */
import { expect, test, type Page } from '@playwright/test';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import {
  conceptRows,
  deletionRows,
  headerRows,
  keylessRows,
  peopleRows,
  phoneRows,
  shortcutRows,
  tabRows,
  visibilityRows,
  type EditorScreen,
} from './checklist/editor-frame.ts';
import { ines, lighthouse } from './journey.ts';
import { demoPerson, makeProject, type Caller } from './people.ts';
import { startServer, type RunningServer } from './server.ts';
import { expectToast } from './toast.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ GENERATION_POLL_MS: '200' });
});
test.afterAll(() => server.remove());

type Opened = { screen: EditorScreen; owner: Caller };

/** Somebody's project with four scenes and no clip, open in the editor. */
async function openProject(page: Page, person = ines): Promise<Opened> {
  const owner = await demoPerson(page.request, server.url, person);
  const { project } = await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: false });
  await page.goto(`${server.url}/project/${project.id}`);
  await expect(page.getByRole('article')).toHaveCount(4);
  return { screen: { page, url: server.url, projectId: project.id }, owner };
}

test('the frame says and does what it should', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { screen, owner } = await openProject(page);
  await runRows(headerRows, screen);
  await runRows(conceptRows, screen);
  await runRows(visibilityRows, screen);
  await runRows(peopleRows, screen);
  await runRows(tabRows, screen);
  await runRows(shortcutRows, screen);
  await page.setViewportSize(PHONE);
  await runRows(phoneRows, screen);
  await page.setViewportSize(DESKTOP);
  await page.request.delete(`${server.url}/api/user/api-key`, { headers: { Origin: server.url } });
  await runRows(keylessRows, screen);
  await owner.send('POST', '/api/user/save-api-key', { apiKey: 'demo-studio' });
  await runRows(deletionRows, screen);
});

test('axe finds nothing on the frame and its dialogs', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { owner, screen } = await openProject(page, { email: 'axe@example.org', firstName: 'Ada', lastName: 'Berg' });
  await owner.send('POST', `/api/projects/${screen.projectId}/generate-character-references`, { maxCharacters: 1 });
  await owner.send('PATCH', `/api/projects/${screen.projectId}`, { isPublic: true });
  await page.setViewportSize(PHONE);
  await page.reload();
  await page.getByRole('button', { name: /^Movie details/ }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await checkWithAxe(page, 'rail');
  await page.getByRole('button', { name: 'Edit description' }).click();
  await page.getByLabel('Project description').fill('');
  await page.getByRole('button', { name: lighthouse.title, exact: true }).click();
  await page.getByLabel('Project title').fill('');
  await page.keyboard.press('Enter');
  await checkWithAxe(page, 'title and description while they are edited', [PHONE]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Project menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await checkWithAxe(page, 'project menu', [DESKTOP]);
  await page.getByRole('menuitem', { name: 'Delete project…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkWithAxe(page, 'deletion', [PHONE]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await checkWithAxe(page, 'keyboard shortcuts', [PHONE]);
});

test('a refused change of visibility is told', async ({ page }) => {
  const { screen } = await openProject(page, { email: 'gone@example.org', firstName: 'Noa', lastName: 'Berg' });
  const path = `${server.url}/api/projects/${screen.projectId}`;
  await expect(await page.request.delete(path, { headers: { Origin: server.url } })).toBeOK();
  await page.getByRole('switch', { name: 'Public' }).click();
  await expectToast(page, 'Error updating visibility');
});

test.describe('a page whose code does not come', () => {
  test.use({ serviceWorkers: 'block' });

  test('says so, leaves the app usable, and comes when it is loaded again', async ({ page }) => {
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
});
