/** The steps of the main job, in the words that stand on the screen. */
import { expect, type Download, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { projectReply } from '#shared/api/projects.ts';
import { sceneSchema, type Scene } from '#shared/entities/scene.ts';

export type Person = { email: string; firstName: string; lastName: string };

export const ines: Person = { email: 'ines@example.org', firstName: 'Ines', lastName: 'Moreau' };

/** Comes as somebody who has no key yet, and ends on the page that asks for one. */
export async function signIn(page: Page, baseUrl: string, person = ines): Promise<void> {
  await page.goto(`${baseUrl}/`);
  await page.waitForURL('**/landing');
  await page.getByRole('button', { name: 'Get Started', exact: true }).click();
  await fillSignIn(page, person);
  await page.waitForURL('**/onboarding');
}

/** Fills the sign-in page and sends it. */
export async function fillSignIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in on another device as somebody who has a key, and ends on their projects. */
export async function signInAgain(page: Page, baseUrl: string, person = ines): Promise<void> {
  await page.goto(`${baseUrl}/api/login`);
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
}

/** The dialog that every way out of a browser leads to. */
export function leaving(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Log out of this browser?' });
}

/** Logs out by the menu, and keeps what is here unless it is to be removed. */
export async function logOut(page: Page, remove = false): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  if (remove) await leaving(page).getByRole('radio', { name: 'Remove my projects' }).check();
  await leaving(page)
    .getByRole('button', { name: remove ? 'Log out and remove' : 'Log out', exact: true })
    .click();
  await page.waitForURL('**/landing');
}

export async function chooseDemoStudio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo studio — no key, no cost' }).click();
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
}

export async function saveKey(page: Page, key: string): Promise<void> {
  await page
    .getByLabel(/API key/i)
    .first()
    .fill(key);
  await page.getByRole('button', { name: 'Validate & Continue' }).click();
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
}

export type Idea = { title: string; description: string; genre: string };

/** An idea whose movie has four scenes. */
export const lighthouse: Idea = {
  title: 'The Glass Lighthouse',
  description:
    'A harbour town has forgotten its lighthouse. Ines finds the logbook of the keeper. At night the tower glows again.',
  genre: 'Drama',
};

/** Fills the dialog for a project of 30 s and sends it; ends on the project's page. */
export async function sendNewProject(page: Page, idea: Idea): Promise<void> {
  await page
    .getByRole('button', { name: /^(Create Your First Project|New Project)$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(idea.title);
  await dialog.getByLabel('Description').fill(idea.description);
  await dialog.getByRole('searchbox').or(dialog.getByPlaceholder(/genre/i)).first().fill(idea.genre);
  await dialog
    .getByRole('button', { name: new RegExp(`^${idea.genre}`, 'i') })
    .or(dialog.getByRole('checkbox', { name: new RegExp(`^${idea.genre}`, 'i') }))
    .first()
    .click();
  await dialog.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await page.waitForURL('**/project/*');
}

/** Creates a project of 30 s and waits until its scenes stand on the page; resolves to how many there are. */
export async function createProject(page: Page, idea: Idea): Promise<number> {
  await sendNewProject(page, idea);
  await expect(page.getByText('Scene breakdown generated', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Generate Videos' }).first()).toBeVisible();
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  return cards.count();
}

/** Confirms the cost and waits until every scene has its clip. */
export async function generateVideos(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await page.getByRole('button', { name: 'Start Generation' }).click();
  await page.getByRole('button', { name: 'Continue Editing' }).click({ timeout: 120_000 });
}

/** Exports in the browser and resolves to the downloaded file. */
export async function exportMovie(page: Page, resolution: RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Export Movie' }).click();
  await page.getByRole('radio', { name: resolution }).click();
  await page.getByRole('button', { name: 'Start Export' }).click();
  const download = page.waitForEvent('download', { timeout: 170_000 });
  await page.getByRole('button', { name: 'Download Export' }).click({ timeout: 170_000 });
  return download;
}

/** Writes another text into a field of a scene's dialog and saves it. */
export async function editScene(
  page: Page,
  sceneNumber: number,
  field: 'Title' | 'Description',
  text: string,
): Promise<void> {
  await page.getByRole('button', { name: `Edit scene ${sceneNumber}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Edit Scene ${sceneNumber}` });
  await dialog.getByLabel(field, { exact: true }).fill(text);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
}

/** The id of the project whose page is open. */
export function openProjectId(page: Page): string {
  const id = /^\/project\/([^/]+)$/.exec(new URL(page.url()).pathname)?.[1];
  if (id === undefined) throw new Error(`No project's page: ${page.url()}`);
  return id;
}

/** The scenes of a project as the server has them, asked with the page's own cookies. */
export async function scenesOnServer(page: Page, baseUrl: string, projectId: string): Promise<Scene[]> {
  const reply = await page.request.get(`${baseUrl}/api/projects/${projectId}/scenes`);
  return z.array(sceneSchema).parse(await reply.json());
}

/** The names of the files in a folder of the browser's own file system. */
export function filesOnDevice(page: Page, folder: 'clips' | 'exports' | 'segments' | 'spare-room'): Promise<string[]> {
  return page.evaluate(async (name) => {
    const root = await navigator.storage.getDirectory();
    const directory = await root.getDirectoryHandle(name, { create: true });
    const names: string[] = [];
    for await (const file of directory.keys()) names.push(file);
    return names;
  }, folder);
}

/** Waits until every clip of the open project, and its music, lies whole on this device. Scenes may share a clip, or have none. */
export async function untilClipsAreKept(page: Page, baseUrl: string): Promise<void> {
  const projectId = openProjectId(page);
  const scenes = await scenesOnServer(page, baseUrl, projectId);
  const { audio } = projectReply.parse(await (await page.request.get(`${baseUrl}/api/projects/${projectId}`)).json());
  const wanted = new Set([...scenes.flatMap(({ sha256 }) => sha256 ?? []), ...audio.map(({ mediaId }) => mediaId)]);
  await expect.poll(async () => new Set(await filesOnDevice(page, 'clips'))).toEqual(wanted);
}

/** Waits until the service worker serves the page, with the whole app in its cache. */
export async function untilAppIsKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // What came before the worker did not pass through it.
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

/** Stops a page's clock, which was installed: what happens now waits for nothing. `page.clock.resume()` lets it go on. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}
