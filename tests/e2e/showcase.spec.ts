/** The showcase: the gallery, a project's public page, and who is sent there. */
import { expect, test, type Page } from '@playwright/test';
import { projectReply } from '#shared/api/projects.ts';
import { limits } from '#shared/limits.ts';
import { checkWithAxe } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import {
  emptyShowcaseRows,
  galleryRows,
  projectRows,
  refusalRows,
  timelineRows,
  type ShowcaseScreen,
} from './checklist/showcase.ts';
import { signInAgain } from './journey.ts';
import { demoPerson, makeProject, signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer, type Owner } from './planted.ts';
import type { RunningServer } from './server.ts';

test.describe.configure({ mode: 'serial' });

/** More than a page of the showcase. */
const MANY = 70;

let server: RunningServer;
let ines: Owner;
let screen: Omit<ShowcaseScreen, 'page'>;
test.beforeAll(async () => {
  server = await startPlantedServer();
  ines = await plantedOwner(0);
  screen = { url: server.url, projectId: '', draftId: '', privateId: '' };
});
test.afterAll(() => server.remove());

/** Ines publishes a movie with a trim and a text and keeps another to herself; somebody without a name publishes a draft. */
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(`${server.url}/landing`);
  await page.getByRole('link', { name: 'View Showcase' }).click();
  await expect(page).toHaveURL(`${server.url}/showcase`);
  await runRows(emptyShowcaseRows, { page, ...screen });
  await checkWithAxe(page, 'empty showcase');
  await page.close();

  const own = await browser.newContext();
  const owner = await signInByCall(own.request, server.url, ines.person);
  const movie = await owner.project(ines.projectId);
  const first = movie.scenes.find((scene) => scene.sceneNumber === 1);
  const overlay = { fontSize: 40, color: '#FFFFFF', position: 'bottom', startTime: 1, endTime: 3 };
  await owner.send('PATCH', `/api/scenes/${first?.id}`, { trimStart: 1, trimEnd: 3 });
  await owner.send('PATCH', `/api/scenes/${first?.id}`, { textOverlays: [{ ...overlay, text: 'Nobody is home' }] });
  await owner.send('PATCH', `/api/projects/${movie.project.id}`, { isPublic: true });
  const secret = await makeProject(
    owner,
    { title: 'Nobody Sees This', description: 'A door that stays shut.', genres: ['drama'] },
    { clips: false },
  );
  await own.close();

  const other = await browser.newContext();
  const nameless = await demoPerson(other.request, server.url, {
    email: 'somebody@example.org',
    firstName: '',
    lastName: '',
  });
  const draft = await makeProject(
    nameless,
    { title: 'A Letter by Whale', description: 'It takes a year and comes wet.', genres: ['adventure'] },
    { clips: false },
  );
  await nameless.send('PATCH', `/api/projects/${draft.project.id}`, { isPublic: true });
  await other.close();
  screen = { url: server.url, projectId: movie.project.id, draftId: draft.project.id, privateId: secret.project.id };
});

/** The calls that change something, as long as the page is open. */
function changesBy(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${request.url()}`);
  });
  return changes;
}

test('a visitor looks at the gallery and plays a movie, and changes nothing', async ({ page }) => {
  const changes = changesBy(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/showcase`);
  await runRows(galleryRows, { page, ...screen });
  await checkWithAxe(page, 'showcase');
  await page.goto(`${server.url}/showcase/${screen.projectId}`);
  await runRows(projectRows, { page, ...screen });
  await checkWithAxe(page, 'public project');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await runRows(timelineRows, { page, ...screen });
  await checkWithAxe(page, 'public timeline');
  await runRows(refusalRows, { page, ...screen });
  await checkWithAxe(page, 'public draft');
  expect(changes).toEqual([]);
});

test('a public movie plays as soon as it is opened, without sound', async ({ page }) => {
  await page.goto(`${server.url}/showcase/${screen.projectId}`);
  const movie = page.getByRole('region', { name: 'Movie' });
  await expect(movie.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(movie.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await expect(movie.getByText(/^0:0[1-9]:/)).toBeVisible();
});

test('the showcase says that it is loading, and what to do when it did not come', async ({ page }) => {
  let isDown = true;
  await page.route('**/api/showcase/projects', async (route) => {
    if (isDown) await route.fulfill({ status: 502, body: 'bad gateway' });
    else await route.continue();
  });
  await page.goto(`${server.url}/showcase`);
  await expect(page.getByRole('heading', { name: 'Couldn’t load the Showcase' })).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.unrouteAll();
  let letGo = (): void => {};
  const mayGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/showcase/projects', async (route) => {
    await mayGo;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('status', { name: 'Loading showcase' })).toBeVisible();
  letGo();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('the owner gets back to the editor, and a stranger with the address of the editor to the public page', async ({
  page,
  browser,
}) => {
  await signInAgain(page, server.url, ines.person);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Showcase' }).click();
  await page.getByRole('link', { name: 'View Project' }).last().click();
  await page.getByRole('link', { name: 'Open in the editor' }).click();
  await expect(page).toHaveURL(`${server.url}/project/${screen.projectId}`);
  await page.goto(`${server.url}/showcase/${screen.privateId}`);
  await expect(page.getByRole('link', { name: 'Open in the editor' })).toBeVisible();

  const context = await browser.newContext();
  await demoPerson(context.request, server.url, { email: 'tomas@example.org', firstName: 'Tomas', lastName: 'Lind' });
  const stranger = await context.newPage();
  await stranger.goto(`${server.url}/project/${screen.projectId}`);
  await expect(stranger).toHaveURL(`${server.url}/showcase/${screen.projectId}`);
  await expect(stranger.getByRole('heading', { level: 1, name: 'The Glass Lighthouse' })).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Open in the editor' })).toHaveCount(0);
  for (const id of [screen.privateId, '01890000-0000-7000-8000-000000000000']) {
    await stranger.goto(`${server.url}/project/${id}`);
    await expect(stranger.getByRole('heading', { name: 'Project not found' })).toBeVisible();
    await expect(stranger).toHaveURL(`${server.url}/project/${id}`);
  }
  await context.close();
});

test('a visitor of a long gallery has more of it shown, and loses nothing of what was there', async ({
  page,
  browser,
}) => {
  const own = await browser.newContext();
  const busy = await demoPerson(own.request, server.url, {
    email: 'busy@example.org',
    firstName: 'Mila',
    lastName: 'Okafor',
  });
  const body = {
    description: 'One of many.',
    genres: ['drama'],
    targetLength: 30,
    model: 'veo-3.1',
    aspectRatio: '16:9',
  };
  for (let n = 1; n <= MANY; n++) {
    const { id } = projectReply.parse(await busy.send('POST', '/api/projects', { ...body, title: `Movie ${n}` }));
    await busy.send('PATCH', `/api/projects/${id}`, { isPublic: true });
  }
  await own.close();
  await page.goto(`${server.url}/showcase`);
  const movies = page.getByRole('article');
  await expect(movies).toHaveCount(limits.showcasePage);
  await expect(movies.first()).toContainText(`Movie ${MANY}`);
  await page.getByRole('button', { name: 'Show more' }).click();
  // Two were public before them.
  await expect(movies).toHaveCount(MANY + 2);
  await expect(movies.first()).toContainText(`Movie ${MANY}`);
  await expect(page.getByRole('article').filter({ hasText: 'The Glass Lighthouse' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});
