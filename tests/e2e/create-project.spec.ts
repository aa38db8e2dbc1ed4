/** The dialog for a new project: its rules, its texts, and the AI's help with an idea. */
import { expect, test, type Page } from '@playwright/test';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { checkWithAxe, PHONE } from './axe.ts';
import { runRows, type Checklist } from './checklist.ts';
import { saveKey, signIn } from './journey.ts';
import { startServer, type RunningServer } from './server.ts';
import { expectApart, expectToast, toastsOn } from './toast.ts';

let page: Page;
let gemini: FakeGemini;
let server: RunningServer;
/** How long the provider takes for each answer. */
let answerMs = 0;
/** Projects that the page has asked the server for. */
let created: string[];

const dialog = () => page.getByRole('dialog', { name: 'Create New Project' });
const description = () => dialog().getByLabel('Description', { exact: true });
const suggestions = () => dialog().getByRole('list', { name: 'Suggested genres' });
const genre = (name: string) => dialog().getByRole('button', { name, exact: true });
const improve = () => dialog().getByRole('button', { name: 'Improve Prompt' });
const submit = () => dialog().getByRole('button', { name: 'Create Project' });

/** How far the target length stands below the description. */
async function lengthPlace(): Promise<number> {
  const [above, below] = [description(), dialog().getByLabel('Target length')];
  const [from, to] = [await above.boundingBox(), await below.boundingBox()];
  return (to?.y ?? 0) - (from?.y ?? 0) - (from?.height ?? 0);
}

/** Requests for text that reached the provider, by what stood in them. */
function textsAsked(part: string): number {
  return gemini.requests.filter(
    ({ operation, body }) => operation === 'models.generateContent' && JSON.stringify(body).includes(part),
  ).length;
}

const createProjectRows: Checklist<Page> = {
  'the description has the focus, nothing can be sent or improved yet': async () => {
    await expect(description()).toBeFocused();
    await expect(improve()).toBeDisabled();
    await expect(submit()).toBeDisabled();
  },
  'where one of title and description is missing, the dialog says which': async () => {
    const title = dialog().getByLabel('Title');
    await description().fill('Two rowers.');
    await expect(dialog().getByText('Add a title to create the project.')).toBeVisible();
    await expect(submit()).toBeDisabled();
    await description().fill('');
    await title.fill('Night Ferry');
    await expect(dialog().getByText('Add a description to create the project.')).toBeVisible();
    await expect(submit()).toBeDisabled();
    await title.fill('');
    await expect(dialog().getByText('This doesn’t generate any clips yet.')).toBeVisible();
  },
  'blank title and description are refused with a sentence, and the first of them has the focus': async () => {
    const title = dialog().getByLabel('Title');
    await title.fill('   ');
    await dialog().getByRole('searchbox', { name: 'Genres' }).press('Enter');
    await expectToast(page, 'Missing information', 'Please provide both a title and description');
    await expect(submit()).toBeDisabled();
    await expect(title).toBeFocused();
    await expect(title).toHaveAttribute('aria-invalid', 'true');
    await expect(description()).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog().getByText('Title', { exact: true })).toBeInViewport({ ratio: 1 });
  },
  'no genre is refused with a sentence, and its field is marked, focused, and in view beside the notice': async () => {
    await dialog().getByLabel('Title').fill('Night Ferry');
    await description().fill('Two rowers cross a strait.');
    await submit().click();
    const search = dialog().getByRole('searchbox', { name: 'Genres' });
    await expect(search).toBeFocused();
    await expect(search).toHaveAttribute('aria-invalid', 'true');
    await expect(search).toHaveAccessibleDescription('0 of 5 genres selected');
    const notice = toastsOn(page).locator('[data-tone]');
    for (const size of [PHONE, { width: 1280, height: 720 }]) {
      await page.setViewportSize(size);
      await search.scrollIntoViewIfNeeded();
      for (const control of [search, submit()]) await expectApart(notice, control);
    }
    await expectToast(page, 'Missing genre', 'Please select at least one genre for your project');
  },
  'genres are found by label, by description and by keyword': async () => {
    const search = dialog().getByRole('searchbox', { name: 'Genres' });
    const shown = dialog().getByRole('group', { name: 'Genres to choose from' }).getByRole('button');
    await search.fill('noir');
    await expect(shown).toHaveText(['Noir']);
    await search.fill('same couch');
    await expect(shown).toHaveText(['Family']);
    await search.fill('whodunit');
    await expect(shown).toHaveText(['Mystery']);
    await search.fill('zzz');
    await expect(dialog().getByText('No other genres match “zzz”.')).toBeVisible();
    await search.fill('');
  },
  'the counter counts, and a sixth genre is ignored': async () => {
    await expect(dialog().getByText('0 of 5 genres selected')).toBeVisible();
    for (const name of ['Action', 'Comedy', 'Drama', 'Horror', 'War']) await genre(name).click();
    await expect(dialog().getByText('5 of 5 genres selected')).toBeVisible();
    await genre('Western').press('Enter');
    await expect(genre('Remove Western')).toHaveCount(0);
    await expect(dialog().getByText('5 of 5 genres selected')).toBeVisible();
    await expect(dialog().getByText('A project can have up to 5 genres.')).toBeVisible();
    for (const name of ['Comedy', 'Horror', 'War']) await genre(`Remove ${name}`).click();
    await expect(dialog().getByText('2 of 5 genres selected')).toBeVisible();
  },
  'a short description is not asked about': async () => {
    await description().fill('a'.repeat(49));
    // Whoever stops here isn't left waiting for suggestions.
    await expect(dialog().getByText('Suggestions appear once your description has 50 characters.')).toBeVisible();
    // The fields below stay where they are when the suggestions come.
    const before = await lengthPlace();
    // A longer one is asked about, and by then the short one would have been.
    await description().fill(`  Two sisters hunt a ghost across a sinking town, night by night. `);
    await expect(suggestions().getByRole('listitem')).toHaveText(['Mystery', 'History', 'Travel']);
    await expect.poll(() => lengthPlace()).toBe(before);
    expect(textsAsked('a'.repeat(49))).toBe(0);
    expect(textsAsked('Two sisters hunt')).toBe(1);
  },
  'suggested genres are dismissed': async () => {
    await genre('Dismiss suggested genres').click();
    await expect(suggestions()).toHaveCount(0);
    await expect(genre('Mystery')).toBeVisible();
  },
  'an answer about a text that has changed meanwhile is dropped': async () => {
    // Far longer than the steps below take on any machine: the answer is never there before the text has changed.
    answerMs = 30_000;
    const dropped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/detect-genres'));
    await description().fill('A volcano wakes under the harbour while the town is asleep.');
    await expect.poll(() => textsAsked('A volcano wakes')).toBe(1);
    await description().fill('A volcano.');
    await dropped;
    answerMs = 0;
    await expect(suggestions()).toHaveCount(0);
  },
  'a failed improvement is told, and the text stays': async () => {
    const refused = 'A ferry without a light drifts past the last buoy of the bay. [[text-402]]';
    await description().fill(refused);
    await improve().click();
    await expectToast(page, 'Error improving description');
    await expect(description()).toHaveValue(refused);
  },
  'an improvement takes the place of the text, is told, and asks for genres at once': async () => {
    await description().fill('Two rowers cross a strait.');
    await improve().click();
    await expectToast(page, 'Description improved', 'AI has enhanced your prompt with Veo best practices');
    await expect(description()).toHaveValue(improved);
    await expect(suggestions()).toBeVisible();
    expect(textsAsked(improved)).toBe(1);
  },
  'the improvement is taken back': async () => {
    await dialog().getByRole('button', { name: 'Undo' }).click();
    await expect(description()).toHaveValue('Two rowers cross a strait.');
    await expect(dialog().getByRole('button', { name: 'Undo' })).toHaveCount(0);
  },
  'accepted suggestions are merged without doubles, five at most, and cleared': async () => {
    await genre('Nature').click();
    await dialog().getByRole('button', { name: 'Add suggested genres' }).click();
    for (const name of ['Action', 'Drama', 'Nature', 'Mystery', 'History'])
      await expect(genre(`Remove ${name}`)).toHaveCount(1);
    await expect(dialog().getByText('5 of 5 genres selected')).toBeVisible();
    await expect(suggestions()).toHaveCount(0);
  },
  'the target length goes from 0:30 to 10:00 in steps of 30 s, and the price with it': async () => {
    const slider = dialog().getByRole('slider', { name: 'Target length' });
    await expect(dialog().getByText('30 seconds to 10 minutes')).toBeVisible();
    await expect(dialog().getByText('about $30.00')).toBeVisible();
    await expect(slider).toHaveAttribute('aria-valuetext', '2:00');
    await slider.press('End');
    await expect(slider).toHaveAttribute('aria-valuetext', '10:00');
    await expect(dialog().getByText('about $150.00')).toBeVisible();
    await expect(dialog().getByText('High cost')).toBeVisible();
    await slider.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', '0:30');
    await expect(dialog().getByText('High cost')).toBeHidden();
    await slider.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', '1:00');
    await expect(dialog().getByText('about $15.00')).toBeVisible();
  },
  'the warning says what generation costs; nothing says that it is free': async () => {
    await expect(
      dialog().getByText(
        'generation costs approximately $0.10-$0.40 per second; a 2-minute 8-scene video about $12-48',
      ),
    ).toBeVisible();
    await expect(dialog().getByText('nothing is charged')).toHaveCount(0);
  },
  'models that the key does not reach say why and can’t be chosen; the first that it reaches is chosen': async () => {
    const models = dialog().getByRole('radiogroup', { name: 'Model' });
    await expect(models.getByRole('radio', { name: /^Gemini Omni Flash/ })).toBeChecked();
    const unreachable = models.getByRole('radio', { name: /^Veo 3\.1/ });
    await expect(unreachable).toHaveAttribute('aria-disabled', 'true');
    await expect(unreachable).toHaveAccessibleName(/doesn’t offer Veo 3\.1 to this API key/);
    await unreachable.press('Space');
    await expect(models.getByRole('radio', { name: /^Gemini Omni Flash/ })).toBeChecked();
  },
  'the aspect ratio is chosen': async () => {
    const ratios = dialog().getByRole('radiogroup', { name: 'Aspect ratio' });
    await expect(ratios.getByRole('radio', { name: '16:9' })).toBeChecked();
    await ratios.getByRole('radio', { name: '9:16' }).click();
    await expect(ratios.getByRole('radio', { name: '9:16' })).toBeChecked();
  },
  'the longest title and description are said in sentences, and no more is taken': async () => {
    const title = dialog().getByLabel('Title');
    await title.fill('t'.repeat(121));
    await expect(title).toHaveValue('t'.repeat(120));
    await expect(dialog().getByText('You’ve reached the limit of 120 characters.')).toBeVisible();
    await title.press('End');
    await title.pressSequentially('x');
    await expect(title).toHaveValue('t'.repeat(120));
    await title.fill('Night Ferry');
    await expect(dialog().getByText('You’ve reached the limit')).toHaveCount(0);
    await description().fill('d'.repeat(5001));
    await expect(description()).toHaveValue('d'.repeat(5000));
    await expect(dialog().getByText('You’ve reached the limit of 5,000 characters.')).toBeVisible();
    await description().fill('Two rowers cross a strait.');
    await expect(dialog().getByText('26 / 5,000')).toBeVisible();
  },
  'what was written is there again after the dialog was closed by accident and the page loaded anew': async () => {
    await page.keyboard.press('Escape');
    await expect(dialog()).toHaveCount(0);
    await page.reload();
    await page.getByRole('button', { name: 'Create Your First Project' }).click();
    await expect(description()).toHaveValue('Two rowers cross a strait.');
    await expect(dialog().getByLabel('Title')).toHaveValue('Night Ferry');
    await expect(dialog().getByText('5 of 5 genres selected')).toBeVisible();
    await expect(dialog().getByText('We kept what you started.')).toBeVisible();
  },
  'starting over empties the form': async () => {
    await dialog().getByRole('button', { name: 'Start over' }).click();
    await expect(description()).toHaveValue('');
    await expect(dialog().getByText('0 of 5 genres selected')).toBeVisible();
    await expect(dialog().getByText('This doesn’t generate any clips yet.')).toBeVisible();
  },
  'creating says so, goes to the project, and leaves no draft': async () => {
    expect(created).toEqual([]);
    await dialog().getByLabel('Title').fill('  Night Ferry ');
    await description().fill(' Two rowers cross a strait. ');
    await genre('Drama').click();
    await dialog().getByRole('slider').press('Home');
    await submit().click();
    await expectToast(page, 'Project created', 'Generating AI scene breakdown...');
    await page.waitForURL('**/project/*');
    await page.goBack();
    await page.getByRole('button', { name: 'New Project' }).first().click();
    await expect(description()).toHaveValue('');
  },
};

/** What the provider makes of every description. */
const improved = 'Two rowers, grey coats, cross a strait at first light; the camera floats beside them, low and slow.';

test.beforeAll(async () => {
  gemini = await startFakeGemini({
    delayMs: () => answerMs,
    text: ({ schema }) => {
      const asked = JSON.stringify(schema);
      if (asked.includes('rewritten idea')) return { description: improved };
      if (asked.includes('genres that fit')) return { genres: ['mystery', 'history', 'travel'] };
      return undefined;
    },
  });
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url });
});
test.afterAll(async () => {
  await server.remove();
  await gemini.close();
});

test('a new project is written down, with help, and by the rules', async ({ page: opened }) => {
  page = opened;
  await signIn(page, server.url);
  await saveKey(page, 'AQ.test-key-of-the-create-dialog');
  await page.getByRole('button', { name: 'Create Your First Project' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  created = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/projects')) created.push(request.url());
  });
  await runRows(createProjectRows, page);
  await page
    .getByLabel('Description', { exact: true })
    .fill('Two sisters hunt a ghost across a sinking town, night by night.');
  await expect(page.getByRole('list', { name: 'Suggested genres' })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkWithAxe(page, 'create dialog with suggestions');
});
