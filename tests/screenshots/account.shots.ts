/** What a person sees of their own: the way in, the wall of projects, the settings, and every state of these. */
import { expect, test, type Page } from '@playwright/test';
import { holdCalls } from '#tests/e2e/hold.ts';
import { fillSignIn, ines, signIn } from '#tests/e2e/journey.ts';
import { demoPerson, makeProject, type Caller } from '#tests/e2e/people.ts';
import { startServer, type RunningServer } from '#tests/e2e/server.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { shoot, widths } from './shoot.ts';

// A page whose code does not come is one of the states: none may be kept.
test.use({ serviceWorkers: 'block' });

let gemini: FakeGemini;
let server: RunningServer;
test.beforeAll(async () => {
  gemini = await startFakeGemini();
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '200' });
});
test.afterAll(async () => {
  await server.remove();
  await gemini.close();
});
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('the way in', async ({ page }) => {
  const github = { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret', LOCAL_SIGN_IN: 'on' };
  const choice = await startServer(github);
  await page.goto(`${choice.url}/api/login`);
  await shoot(page, '06-sign-in-choice');
  await page.goto(`${choice.url}/api/login/github/callback?state=none&code=none`);
  await shoot(page, '06-sign-in-failed');
  await choice.remove();

  await signIn(page, server.url);
  await page.getByRole('heading', { name: 'Set up your Gemini API key' }).waitFor();
  await shoot(page, '10-onboarding', { widths: widths.all, isWhole: true });
  await page.getByLabel('API key', { exact: true }).fill(FAKE_KEYS.bad);
  await page.getByLabel('API key', { exact: true }).press('Enter');
  await page.getByRole('alert').waitFor();
  await shoot(page, '10-onboarding-refused');
  const save = await holdCalls(page, '**/api/user/save-api-key');
  await page.getByLabel('API key', { exact: true }).fill(FAKE_KEYS.good);
  await page.getByLabel('API key', { exact: true }).press('Enter');
  await page.getByText('API key validated successfully! Saving...').waitFor();
  await shoot(page, '10-onboarding-saving');
  save();
  await page.getByText('No projects yet').waitFor();
  await shoot(page, '11-dashboard-empty', { widths: widths.all });
});

test('a new project', async ({ page }) => {
  await demoPerson(page.request, server.url, { ...ines, email: 'new@example.org' });
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Create Your First Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await shoot(page, '12-create', { widths: widths.all });
  await dialog.getByLabel('Title').fill('The Glass Lighthouse');
  await dialog
    .getByLabel('Description', { exact: true })
    .fill('A harbour town has forgotten its lighthouse. Ines finds the logbook of the keeper. A murder at sea.');
  await dialog.getByRole('button', { name: 'Drama', exact: true }).click();
  await dialog.getByRole('list', { name: 'Suggested genres' }).waitFor();
  await dialog.getByRole('slider').press('End');
  await shoot(page, '12-create-filled');
  await shoot(page, '12-create-filled-end', { isDialogEnd: true });
  await dialog.getByRole('button', { name: 'Add suggested genres' }).click();
  await dialog.getByLabel('Title').fill('');
  await dialog.getByLabel('Title').press('Enter');
  await page.getByText('Missing information').waitFor();
  await shoot(page, '12-create-refused');
});

const anIdea = (title: string, description: string) => ({ title, description, genres: ['drama'] });

/** One project in each state. */
async function fillWall(owner: Caller): Promise<void> {
  await makeProject(owner, anIdea('The Glass Lighthouse', 'A harbour town has forgotten its lighthouse.'), {
    clips: true,
  });
  const ferry = anIdea(
    'Night Ferry',
    'Two rowers cross a strait at night. A storm comes up. [fail] The ferry is gone.',
  );
  const failed = await makeProject(owner, ferry, { clips: false });
  await owner.send('POST', `/api/projects/${failed.project.id}/generate-videos`);
  await expect.poll(async () => (await owner.project(failed.project.id)).project.status).toBe('failed');
  const draft = { targetLength: 600, model: 'veo-3.1', aspectRatio: '16:9', genres: ['mystery', 'fantasy', 'noir'] };
  const long =
    'The Extraordinarily Long and Winding Title of a Project Whose Author Could Not Decide Where It Should Have Stopped';
  await owner.send('POST', '/api/projects', { ...draft, title: long, description: 'It rains in a forest.' });
  await owner.send('POST', '/api/projects', { ...draft, title: 'Unwritten', description: 'A page.' });
}

test('the wall of projects', async ({ page }) => {
  const owner = await demoPerson(page.request, server.url, { ...ines, email: 'wall@example.org' });
  await fillWall(owner);
  const list = await holdCalls(page, '**/api/user/projects');
  await page.goto(`${server.url}/`);
  await page.getByRole('status', { name: 'Loading projects' }).waitFor();
  await shoot(page, '27-dashboard-loading');
  list();
  await expect(page.getByRole('article')).toHaveCount(4);
  await shoot(page, '27-dashboard-states', { widths: widths.all, isWhole: true });
  await page.getByRole('link', { name: /Night Ferry/ }).hover();
  await page.getByRole('button', { name: 'Options for Night Ferry' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete project' }).waitFor();
  await shoot(page, '27-dashboard-card-menu');
  await page.getByRole('menuitem', { name: 'Delete project' }).press('Enter');
  await page.getByRole('dialog', { name: 'Delete this project?' }).waitFor();
  await shoot(page, '27-dashboard-delete');
  await page.getByRole('button', { name: 'Delete Project' }).click();
  await page.getByText('Project deleted').waitFor();
  await shoot(page, '27-dashboard-notice');
  await page.getByRole('button', { name: 'User menu' }).click();
  await shoot(page, '28-user-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await shoot(page, '28-keyboard-shortcuts');
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page.getByRole('banner').getByText('Offline').waitFor();
  await shoot(page, '28-offline');
  await page.context().setOffline(false);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await shoot(page, '29-side-menu', { widths: [360] });
});

test('settings', async ({ page }) => {
  await page.goto(`${server.url}/api/login`);
  await fillSignIn(page, { ...ines, email: 'key@example.org' });
  await page.waitForURL('**/onboarding');
  const headers = { Origin: server.url };
  const data = { apiKey: FAKE_KEYS.good };
  await expect(await page.request.post(`${server.url}/api/user/save-api-key`, { data, headers })).toBeOK();
  await page.goto(`${server.url}/settings`);
  await page.getByText('This month').waitFor();
  await shoot(page, '30-settings', { widths: widths.all, isWhole: true });
  await page.getByRole('button', { name: 'Change Key' }).click();
  await page.getByRole('button', { name: 'Add a Key' }).click();
  await page.getByRole('button', { name: 'Set a Cap' }).click();
  await shoot(page, '30-settings-open', { isWhole: true });
  await page.getByLabel('New key').fill(FAKE_KEYS.bad);
  await page.getByRole('button', { name: 'Validate & Save' }).click();
  await page.getByText('Invalid API Key', { exact: true }).waitFor();
  await shoot(page, '30-settings-refused');
  await page.getByRole('button', { name: 'Remove Key…' }).click();
  await page.getByRole('dialog', { name: 'Remove your API key?' }).waitFor();
  await shoot(page, '31-remove-key');
});

test('what goes wrong', async ({ page }) => {
  const owner = await demoPerson(page.request, server.url, { ...ines, email: 'wrong@example.org' });
  const { project, scenes } = await makeProject(owner, anIdea('Night Ferry', 'Two rowers cross a strait.'), {
    clips: false,
  });
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioEncoder'));
  await page.goto(`${server.url}/project/${project.id}`);
  await page.getByRole('complementary', { name: 'Browser compatibility' }).waitFor();
  await shoot(page, '32-compatibility-banner', { widths: widths.all });
  await refuseChange(page, scenes[0]?.id ?? '');
  await shoot(page, '32-problems');
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.route(/settings-page-.*\.js$/, (route) => route.abort());
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor();
  await shoot(page, '33-fault', { widths: widths.all });
  await page.goto(`${server.url}/project/01900000-0000-7000-8000-000000000001`);
  await page.getByRole('heading', { name: 'Project not found' }).waitFor();
  await shoot(page, '33-project-missing');
});

/** A change of a scene that was deleted elsewhere: the server takes it no more, and says so in a dialog. */
async function refuseChange(page: Page, sceneId: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit scene 1', exact: true }).click();
  const headers = { Origin: server.url };
  await expect(await page.request.delete(`${server.url}/api/scenes/${sceneId}`, { headers })).toBeOK();
  await page.getByRole('dialog').getByLabel('Title').fill('Where nobody is');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Needs you' }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).waitFor();
}
