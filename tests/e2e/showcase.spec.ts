/** The showcase: the gallery, a project's public page, and who is sent there. */
import { expect, test, type Page } from '@playwright/test';
import { projectReply } from '#shared/api/projects.ts';
import { limits } from '#shared/limits.ts';
import { checkWithAxe } from './axe.ts';
import { runRows, type Checklist } from './checklist.ts';
import { holdCalls } from './hold.ts';
import { signInAgain } from './journey.ts';
import { demoPerson, makeProject, signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer, type Owner } from './planted.ts';
import type { RunningServer } from './server.ts';

type ShowcaseScreen = { page: Page; url: string; projectId: string; draftId: string; privateId: string };
type Rows = Checklist<ShowcaseScreen>;

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });

/** On /showcase while nobody has published anything. */
const emptyShowcaseRows: Rows = {
  "says 'No Public Projects Yet'": ({ page }) =>
    expect(page.getByRole('heading', { name: 'No Public Projects Yet', exact: true })).toBeVisible(),
  'offers a link to create the first project': ({ page }) =>
    expect(page.getByRole('link', { name: 'Create the first project' })).toHaveAttribute('href', '/'),
};

/** On /showcase with three projects, seen by somebody who isn't signed in. */
const galleryRows: Rows = {
  'its title names it': ({ page }) => expect(page).toHaveTitle('Showcase · AI Storyreel'),
  'the header has the product and what powers it': async ({ page }) => {
    await expect(page.getByRole('banner')).toContainText('AI Storyreel');
    await expect(page.getByRole('banner')).toContainText('Powered by Veo 3.1');
  },
  'one card for each published project and none for a private one': async ({ page }) => {
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByText('Nobody Sees This')).toHaveCount(0);
  },
  'a card has title and description': async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'The Glass Lighthouse' })).toBeVisible();
    await expect(card(page, 'The Glass Lighthouse')).toContainText('A harbour town has forgotten its lighthouse.');
  },
  'a card has the number of its scenes': ({ page }) =>
    expect(card(page, 'The Glass Lighthouse').getByText('4 scenes', { exact: true })).toBeVisible(),
  'a card has its length as m:ss, after trims': ({ page }) =>
    expect(card(page, 'The Glass Lighthouse').getByText('0:24', { exact: true })).toBeVisible(),
  'a card has its author by name, with initials': async ({ page }) => {
    await expect(card(page, 'The Glass Lighthouse').getByText('Ines Moreau', { exact: true })).toBeVisible();
    await expect(card(page, 'The Glass Lighthouse').getByText('IM', { exact: true })).toBeVisible();
  },
  "who gave no name is 'Anonymous', with a U": async ({ page }) => {
    await expect(card(page, 'A Letter by Whale').getByText('Anonymous', { exact: true })).toBeVisible();
    await expect(card(page, 'A Letter by Whale').getByText('U', { exact: true })).toBeVisible();
  },
  'the first frame of a movie is its poster': async ({ page }) => {
    const poster = card(page, 'The Glass Lighthouse').locator('img').first();
    await expect
      .poll(() => poster.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(0);
  },
  'a movie without a frame has a poster of its title and genre': async ({ page }) => {
    await expect(card(page, 'A Letter by Whale').locator('img')).toHaveCount(0);
    await expect(card(page, 'A Letter by Whale').getByText('Adventure', { exact: true })).toBeVisible();
  },
  "'View Project' leads to the project's page, from anywhere on the card": async ({ page, projectId }) => {
    const link = card(page, 'The Glass Lighthouse').getByRole('link', { name: 'View Project', exact: true });
    await expect(link).toHaveAttribute('href', `/showcase/${projectId}`);
    await card(page, 'The Glass Lighthouse').click({ position: { x: 30, y: 30 } });
    await expect(page).toHaveURL(new RegExp(`/showcase/${projectId}$`));
    await page.goBack();
    await expect(page.getByRole('article')).toHaveCount(2);
  },
  'who is not signed in is asked in': ({ page }) =>
    expect(page.getByRole('banner').getByRole('button', { name: 'Get Started' })).toBeVisible(),
};

/** On /showcase/:id of the movie, seen by somebody who isn't signed in. */
const projectRows: Rows = {
  'title, description, author, scenes, length and genre stand at its head': async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'The Glass Lighthouse' })).toBeVisible();
    const main = page.getByRole('main');
    for (const text of [/^A harbour town has forgotten its lighthouse\./, 'Ines Moreau', '4 scenes', '0:24', 'Drama'])
      await expect(main.getByText(text).first()).toBeVisible();
  },
  'its title names the movie, its description describes it': async ({ page }) => {
    await expect(page).toHaveTitle('The Glass Lighthouse · Showcase · AI Storyreel');
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /A harbour town/);
  },
  'the movie stands above everything else, and waits for whoever asked for less motion': async ({ page }) => {
    const movie = page.getByRole('region', { name: 'Movie' });
    await expect(movie.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    const bottom = await movie.evaluate((element) => element.getBoundingClientRect().bottom);
    const tabs = await page.getByRole('tablist').evaluate((element) => element.getBoundingClientRect().top);
    expect(bottom).toBeLessThan(tabs);
  },
  'the tabs are Scenes and Timeline, Scenes first': async ({ page }) => {
    await expect(page.getByRole('tab')).toHaveCount(2);
    await expect(page.getByRole('tab').nth(0)).toHaveAccessibleName('Scenes');
    await expect(page.getByRole('tab').nth(1)).toHaveAccessibleName('Timeline');
    await expect(page.getByRole('tab', { name: 'Scenes' })).toHaveAttribute('aria-selected', 'true');
  },
  'every scene has its number, length, title and words': async ({ page }) => {
    const scenes = page.getByRole('article', { name: /^Scene \d: / });
    await expect(scenes).toHaveCount(4);
    await expect(scenes.first().getByText('1', { exact: true })).toBeVisible();
    await expect(scenes.first().getByText('0:02', { exact: true })).toBeVisible();
    await expect(scenes.first().getByRole('heading')).not.toBeEmpty();
  },
  'clips of the demo studio are marked': ({ page }) =>
    expect(page.getByText('Demo picture', { exact: true })).toHaveCount(4),
  'nothing can be edited, moved, deleted or downloaded': async ({ page }) => {
    const main = page.getByRole('main');
    await expect(main.getByRole('tabpanel').getByRole('button')).toHaveCount(0);
    for (const button of await main.getByRole('button').all())
      await expect(button).toHaveAccessibleName(
        /^(Previous scene|Play|Next scene|Mute|Fullscreen|Report this movie…)$/,
      );
    await expect(main.getByRole('switch')).toHaveCount(0);
    await expect(main.getByRole('textbox')).toHaveCount(0);
  },
  'a stranger has no way to the editor': ({ page }) =>
    expect(page.getByRole('link', { name: 'Open in the editor' })).toHaveCount(0),
};

/** On the Timeline tab of that page. */
const timelineRows: Rows = {
  'plays, and pauses': async ({ page }) => {
    const playhead = page.getByRole('slider', { name: 'Playhead' });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect
      .poll(async () => Number((await playhead.getAttribute('aria-valuenow')) ?? (await playhead.inputValue())))
      .toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  },
  'goes to the next and the previous scene': async ({ page }) => {
    const current = page.locator('[aria-current="true"]');
    await page.getByRole('button', { name: 'Next scene' }).click();
    await expect(current).toHaveAccessibleName(/^Scene 2:/);
    await page.getByRole('button', { name: 'Previous scene' }).click();
    await expect(current).toHaveAccessibleName(/^Scene 1:/);
  },
  'plays what the trims leave': ({ page }) => expect(page.getByText('/ 0:24:00')).toBeVisible(),
  'has the texts of its owner': ({ page }) =>
    expect(page.getByText('Nobody is home', { exact: true }).first()).toBeAttached(),
  'has a volume': ({ page }) => expect(page.getByRole('slider', { name: 'Volume' })).toBeVisible(),
  'offers nothing that would change the movie': async ({ page }) => {
    for (const name of [/trim/i, /add text/i, /download/i, /delete/i, /undo/i])
      await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
  },
};

/** Addresses of what can't be seen. */
const refusalRows: Rows = {
  'a missing project says so, word for word': async ({ page, url }) => {
    await page.goto(`${url}/showcase/01890000-0000-7000-8000-000000000000`);
    await expect(page.getByRole('heading', { name: 'Project not found', exact: true })).toBeVisible();
    await expect(page.getByText("This project doesn't exist or has been removed.", { exact: true })).toBeVisible();
  },
  'an address that is no id says the same': async ({ page, url }) => {
    await page.goto(`${url}/showcase/my-movie`);
    await expect(page.getByRole('heading', { name: 'Project not found', exact: true })).toBeVisible();
  },
  'a private project says so, word for word': async ({ page, url, privateId }) => {
    await page.goto(`${url}/showcase/${privateId}`);
    await expect(page.getByRole('heading', { name: 'This project is private', exact: true })).toBeVisible();
  },
  'search engines are told to leave such pages': ({ page }) =>
    expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex'),
  'a project without a finished scene has its Timeline tab disabled': async ({ page, url, draftId }) => {
    await page.goto(`${url}/showcase/${draftId}`);
    await expect(page.getByRole('tab', { name: 'Timeline' })).toBeDisabled();
    await expect(page.getByRole('article', { name: /^Scene 1: / }).getByText('Pending')).toBeVisible();
  },
};

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
  const letGo = await holdCalls(page, '**/api/showcase/projects');
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

test('a visitor of a long gallery has more of it shown, and loses nothing of what was there', async ({ page }) => {
  const long = await startPlantedServer();
  const busy = await signInByCall(page.request, long.url, ines.person);
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
  await page.goto(`${long.url}/showcase`);
  const movies = page.getByRole('article');
  await expect(movies).toHaveCount(limits.showcasePage);
  await expect(movies.first()).toContainText(`Movie ${MANY}`);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(movies).toHaveCount(MANY);
  await expect(movies.first()).toContainText(`Movie ${MANY}`);
  await expect(movies.last()).toContainText('Movie 1');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await long.remove();
});
