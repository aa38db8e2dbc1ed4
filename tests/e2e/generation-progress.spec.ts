/**
 * Clips go on while nobody looks: the progress dialog is closed and opened, the page is left, the browser starts anew.
 * The dialog tells how far they are; what runs can be stopped.
 */
import { expect, test, type Page } from '@playwright/test';
import { projectReply } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import { formatUsd } from '#shared/words/format.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { checkWithAxe } from './axe.ts';
import { runRows, type Checklist } from './checklist.ts';
import { scenesOnServer } from './journey.ts';
import { demoPerson, type Caller } from './people.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';
import { expectToast, toastsOn } from './toast.ts';

type ProgressScreen = {
  page: Page;
  /** What the ledger says was charged: "$6.00". */
  cost: string;
};
type Rows = Checklist<ProgressScreen>;

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, place: number) => dialog(page).getByRole('listitem').nth(place);

const UNUSABLE = 'The file we received isn’t a usable video';

/** Waits for a figure of the summary, such as "Failed" and "1". */
async function expectFigure(page: Page, name: string, value: string | RegExp): Promise<void> {
  const figure = dialog(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) });
  await expect(figure.getByRole('definition')).toHaveText(value);
}

/** Four scenes asked for, none there. */
const runningRows: Rows = {
  'the title says that videos are being generated': ({ page }) =>
    expect(page.getByRole('dialog', { name: 'Generating videos' })).toBeVisible(),
  'counters Complete, Generating and Failed': async ({ page }) => {
    await expectFigure(page, 'Complete', '0');
    await expectFigure(page, 'Generating', '4');
    await expectFigure(page, 'Failed', '0');
  },
  'overall percent is (complete + failed) / total': async ({ page }) => {
    await expect(dialog(page).getByText('0%', { exact: true })).toBeVisible();
    await expect(dialog(page).getByRole('progressbar', { name: 'Overall progress' })).toHaveAttribute('value', '0');
  },
  'time and cost so far': async ({ page }) => {
    await expectFigure(page, 'Time so far', /^\d+:\d\d$/);
    await expectFigure(page, 'Cost so far', /^\$0\.00 \+ \$\d\.\d\d in progress$/);
  },
  'every scene with its title, its state and where it stands': async ({ page }) => {
    await expect(dialog(page).getByRole('listitem')).toHaveCount(4);
    await expect(row(page, 0)).toContainText('Generating');
    await expect(row(page, 0)).toContainText(/The model is generating the clip · \d+:\d\d/);
  },
  'it can be stopped, and it is safe to close': async ({ page }) => {
    await expect(dialog(page).getByRole('button', { name: 'Stop' })).toBeEnabled();
    await expect(dialog(page).getByText('You can close this window. Storyreel keeps generating.')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Continue Editing' })).toHaveCount(0);
  },
};

/** Two scenes complete, the second refused, the third no video. */
const finishedRows: Rows = {
  'the title says that the videos are there': ({ page }) =>
    expect(page.getByRole('dialog', { name: 'Videos generated' })).toBeVisible(),
  'counters and percent count the failed one': async ({ page }) => {
    await expectFigure(page, 'Complete', '2');
    await expectFigure(page, 'Generating', '0');
    await expectFigure(page, 'Failed', '2');
    await expect(dialog(page).getByText('100%', { exact: true })).toBeVisible();
  },
  'the cost is what the ledger says was charged': ({ page, cost }) => expectFigure(page, 'Cost so far', cost),
  'posters have turned into first frames, but for the scene without a clip': async ({ page }) => {
    await expect(dialog(page).locator('img')).toHaveCount(2);
    await expect(row(page, 1).locator('img')).toHaveCount(0);
  },
  'the failed scenes show their reason and Retry': async ({ page }) => {
    await expect(row(page, 1)).toContainText('Failed');
    await expect(row(page, 1)).toContainText(/refused/i);
    await expect(row(page, 1).getByRole('button', { name: 'Retry · about $2.00, scene 2' })).toBeVisible();
    await expect(row(page, 2)).toContainText(`${UNUSABLE}. It’s not an MP4 video.`);
  },
  'a screen reader is told the end in one sentence': ({ page }) =>
    expect(dialog(page).getByText('2 of 4 scenes complete, 2 failed')).toBeAttached(),
  'Continue Editing is offered': ({ page }) =>
    expect(dialog(page).getByRole('button', { name: 'Continue Editing' })).toBeVisible(),
};

const KEY = 'AQ.test-key-of-the-end-to-end-run';

/** What waits at it goes on when it is opened. */
type Gate = { opened: Promise<void>; open: () => void };
function closedGate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
function openGate(): Gate {
  const gate = closedGate();
  gate.open();
  return gate;
}

/** A second of Omni at 720p by the price list. */
const OMNI_USD = 0.07;

let gemini: FakeGemini;
let server: RunningServer;
/** As long as it is closed, the model is at work on every clip. */
let clips = openGate();
/** The text model answers so many requests more; the one after that waits at the gate. */
let textsLeft = Number.POSITIVE_INFINITY;
const texts = closedGate();

const AT_CLIPS = 1;
const AT_TEXTS = 2;

test.beforeAll(async () => {
  gemini = await startFakeGemini({
    delayMs: (operation) => {
      if (operation === 'interactions.get') return AT_CLIPS;
      if (operation !== 'models.generateContent') return 0;
      textsLeft -= 1;
      return textsLeft < 0 ? AT_TEXTS : 0;
    },
    wait: (place) => (place === AT_CLIPS ? clips : texts).opened,
  });
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '100' });
});
test.afterAll(async () => {
  clips.open();
  texts.open();
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
  await gemini.close();
});

/** Somebody with a key, who is signed in on the page. */
async function personWithKey(page: Page, name: string): Promise<Caller> {
  const email = `${name.toLowerCase()}@example.org`;
  const person = await demoPerson(page.request, server.url, { email, firstName: name, lastName: 'Berg' });
  await person.send('POST', '/api/user/save-api-key', { apiKey: KEY });
  return person;
}

async function newProject(owner: Caller, title: string, targetLength: number): Promise<Project> {
  const idea = { title, description: 'A kettle, looked at.', genres: ['drama'] };
  const body = { ...idea, targetLength, model: 'omni', aspectRatio: '16:9' };
  return projectReply.parse(await owner.send('POST', '/api/projects', body));
}

async function startGeneration(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await page.getByRole('button', { name: 'Start Generation' }).click();
}

test('leaving the dialog, the page and the browser stops nothing and loses nothing', async ({ page }) => {
  clips = closedGate();
  const owner = await personWithKey(page, 'Ines');
  const { id } = await newProject(owner, 'Unwatched', 30);
  await owner.send('POST', `/api/projects/${id}/generate-scenes`);
  const count = 4;
  await expect.poll(async () => (await owner.project(id)).scenes.length).toBe(count);
  const editor = `${server.url}/project/${id}`;
  await page.goto(editor);
  const dialog = page.getByRole('dialog', { name: 'Generating videos' });
  const pill = page.getByRole('button', { name: new RegExp(`^0 / ${count}`) });

  await test.step('the dialog is closed; a pill in the header goes on counting and opens it again, on a phone too', async () => {
    await startGeneration(page);
    await expect(dialog.getByText('You can close this window. Storyreel keeps generating.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 360, height: 780 });
    await pill.click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(dialog.getByRole('progressbar', { name: 'Overall progress' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the page is left and loaded anew', async () => {
    await page.goto(`${server.url}/settings`);
    await page.goto(editor);
    await page.reload();
    await pill.click();
    await expect(dialog.getByText('The model is generating the clip').first()).toBeVisible();
  });

  await test.step('the clips come, each sent once; who does something else meanwhile is told the end', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    clips.open();
    const notice = toastsOn(page);
    await expect(notice.getByText('Videos generated', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(notice.getByText(`${count} scenes complete`, { exact: true })).toBeVisible();
    await notice.getByRole('button', { name: 'Show' }).click();
    const finished = page.getByRole('dialog', { name: 'Videos generated' });
    await finished.getByRole('button', { name: 'Continue Editing' }).click();
    await expect(pill).toBeHidden();
    expect(gemini.jobs).toHaveLength(count);
    expect(gemini.posts.of('interactions.create')).toBe(count);
  });
});

test('the dialog tells how far the clips are, stops them, and makes a failed one again', async ({ page }) => {
  clips = closedGate();
  const owner = await personWithKey(page, 'Watcher');
  const project = await newProject(owner, 'Watched', 30);
  await owner.send('POST', `/api/projects/${project.id}/generate-scenes`);
  await expect.poll(async () => (await owner.project(project.id)).scenes.length).toBe(4);
  const { scenes } = await owner.project(project.id);
  await owner.send('PATCH', `/api/scenes/${scenes[1]?.id}`, { description: 'Steam rises. [[refuse]]' });
  await owner.send('PATCH', `/api/scenes/${scenes[2]?.id}`, { description: 'The lid rattles. [[not-a-video]]' });
  await page.goto(`${server.url}/project/${project.id}`);
  await expect(page.getByRole('article')).toHaveCount(4);

  await test.step('Stop puts what runs back to pending', async () => {
    await startGeneration(page);
    await expect(page.getByRole('dialog', { name: 'Generating videos' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('dialog', { name: 'Generation stopped' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue Editing' }).click();
    const statuses = (await scenesOnServer(page, server.url, project.id)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['pending']));
  });

  clips.open();
  clips = closedGate();
  await test.step('the end of the time before is never shown as that of this one', async () => {
    const titles = await watchDialogTitles(page);
    await startGeneration(page);
    await expect(page.getByRole('dialog', { name: 'Generating videos' })).toBeVisible();
    expect((await titles()).at(-1)).toBe('Generating videos');
    expect(await titles()).not.toContain('Generation stopped');
  });
  await runRows(runningRows, { page, cost: '' });
  clips.open();
  await expect(page.getByRole('button', { name: 'Continue Editing' })).toBeVisible({ timeout: 60_000 });
  // What was refused costs nothing; what was delivered does, usable or not.
  const charged = (await scenesOnServer(page, server.url, project.id)).toSpliced(1, 1);
  const cost = formatUsd(charged.reduce((sum, { duration }) => sum + duration * OMNI_USD, 0));
  await runRows(finishedRows, { page, cost });
  await checkWithAxe(page, 'progress dialog with a failed scene');
  expect((await scenesOnServer(page, server.url, project.id))[2]).toMatchObject({ videoUrl: null, sha256: null });
  await expect(page.getByRole('article', { name: /^Scene 3/, includeHidden: true })).toContainText(UNUSABLE);

  await test.step('Retry costs one scene', async () => {
    const before = gemini.posts.of('interactions.create');
    clips = closedGate();
    await page.getByRole('button', { name: /^Retry · about .*, scene 2$/ }).click();
    await expect(page.getByRole('dialog', { name: 'Generating videos' })).toBeVisible();
    clips.open();
    await expect(page.getByRole('dialog', { name: 'Videos generated' })).toBeVisible();
    expect(gemini.posts.of('interactions.create')).toBe(before + 1);
  });

  await test.step('a scene that is being made, or has not been made, keeps its place on the timeline', async () => {
    clips = closedGate();
    await page.getByRole('button', { name: /^Retry · about .*, scene 2$/ }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('article', { name: /^Scene 2:/ })).toContainText(/\d:\d\d/);
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    const block = page.getByRole('button', { name: /^Scene 2:/ });
    await expect(block).toHaveAccessibleName(/, generating$/);
    await expect(block.getByText('Generating', { exact: true })).toBeVisible();
    await owner.send('POST', `/api/projects/${project.id}/cancel-generation`);
    await expect(block).toHaveAccessibleName(/, pending$/);
    await expect(block.getByText('Pending', { exact: true })).toBeVisible();
    await expectToast(page, 'Generation stopped', 'No videos generated.');
    clips.open();
  });
});

test('a breakdown that is not the asked JSON fails with a sentence, and can be asked for again', async ({ page }) => {
  const owner = await personWithKey(page, 'Nora');
  const { id } = await newProject(owner, 'Drums [[not-json]]', 30);
  const asks = gemini.posts.of('models.generateContent');
  await page.goto(`${server.url}/project/${id}`);
  const ask = page.getByRole('button', { name: 'Generate Scene Breakdown' });
  await ask.click();
  await expectToast(page, 'Error generating scenes', 'We couldn’t use the AI’s answers. Please try again.');
  // Once, and once more with what was wrong.
  expect(gemini.posts.of('models.generateContent') - asks).toBe(2);
  expect(await scenesOnServer(page, server.url, id)).toEqual([]);
  await ask.click();
  await expect.poll(() => gemini.posts.of('models.generateContent') - asks).toBe(4);
  await expect(ask).toBeEnabled();
  await page.reload();
  await expect(page.getByText('We couldn’t use the AI’s answers. Please try again.')).toBeVisible();
  await expect(ask).toBeEnabled();
});

test('a long breakdown is stopped, and the scenes that have come stay', async ({ page }) => {
  const owner = await personWithKey(page, 'Patient');
  const { id } = await newProject(owner, 'A Very Long Night', 600);
  textsLeft = 1;
  await owner.send('POST', `/api/projects/${id}/generate-scenes`);
  await expect.poll(async () => (await owner.project(id)).scenes.length).toBeGreaterThan(0);
  await page.goto(`${server.url}/project/${id}`);
  const stop = page.getByRole('button', { name: /^\d+ scenes so far · Stop breakdown$/ });
  await expect(stop).toBeVisible();
  await stop.click();
  await expectToast(page, 'Scene breakdown stopped');
  await expect(page.getByRole('button', { name: 'Generate Videos' })).toBeVisible();
  const count = (await owner.project(id)).scenes.filter(({ isExtension }) => !isExtension).length;
  await expect(page.getByRole('article')).toHaveCount(count);
  texts.open();
  await expect(toastsOn(page).getByText('Scene breakdown generated')).toHaveCount(0);
});

/** Notes every title that a dialog has from now on, however short. @returns what reads them, in order */
async function watchDialogTitles(page: Page): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(() => {
    const titles: string[] = [];
    new MutationObserver(() => {
      const title = document.querySelector('[role=dialog] :is(h1, h2)')?.textContent;
      if (title && title !== titles.at(-1)) titles.push(title);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return titles;
  });
  return () => noted.jsonValue();
}
