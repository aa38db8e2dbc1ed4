/** What the dialog for a new project says and does. The provider behind it is reached with a key of one's own. */
import { expect, type Page } from '@playwright/test';
import type { FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { PHONE } from '../axe.ts';
import { expectApart, expectToast, toastsOn } from '../toast.ts';
import type { Checklist } from './checklist.ts';

export type CreateScreen = {
  page: Page;
  gemini: FakeGemini;
  /** Makes the provider take its time. */
  answerWithin: (ms: number) => void;
};

const dialogOf = ({ page }: CreateScreen) => page.getByRole('dialog', { name: 'Create New Project' });
const descriptionOf = (screen: CreateScreen) => dialogOf(screen).getByLabel('Description', { exact: true });
const suggestionsOf = (screen: CreateScreen) => dialogOf(screen).getByRole('list', { name: 'Suggested genres' });
const genre = (screen: CreateScreen, name: string) => dialogOf(screen).getByRole('button', { name, exact: true });
const improveOf = (screen: CreateScreen) => dialogOf(screen).getByRole('button', { name: 'Improve Prompt' });
const submitOf = (screen: CreateScreen) => dialogOf(screen).getByRole('button', { name: 'Create Project' });

/** How far the target length stands below the description. */
async function lengthPlace(screen: CreateScreen): Promise<number> {
  const [above, below] = [descriptionOf(screen), dialogOf(screen).getByLabel('Target length')];
  const [from, to] = [await above.boundingBox(), await below.boundingBox()];
  return (to?.y ?? 0) - (from?.y ?? 0) - (from?.height ?? 0);
}

/** Requests for text that reached the provider, by what stood in them. */
function textsAsked({ gemini }: CreateScreen, part: string): number {
  return gemini.requests.filter(
    ({ operation, body }) => operation === 'models.generateContent' && JSON.stringify(body).includes(part),
  ).length;
}

export const createProjectRows: Checklist<CreateScreen> = {
  'the description has the focus, nothing can be sent or improved yet': async (screen) => {
    await expect(descriptionOf(screen)).toBeFocused();
    await expect(improveOf(screen)).toBeDisabled();
    await expect(submitOf(screen)).toBeDisabled();
  },
  'where one of title and description is missing, the dialog says which': async (screen) => {
    const title = dialogOf(screen).getByLabel('Title');
    await descriptionOf(screen).fill('Two rowers.');
    await expect(dialogOf(screen).getByText('Add a title to create the project.')).toBeVisible();
    await descriptionOf(screen).fill('');
    await title.fill('Night Ferry');
    await expect(dialogOf(screen).getByText('Add a description to create the project.')).toBeVisible();
    await title.fill('');
    await expect(dialogOf(screen).getByText('This doesn’t generate any clips yet.')).toBeVisible();
  },
  'blank title and description are refused with a sentence, and the first of them has the focus': async (screen) => {
    const title = dialogOf(screen).getByLabel('Title');
    await title.fill('   ');
    await dialogOf(screen).getByRole('searchbox', { name: 'Genres' }).press('Enter');
    await expectToast(screen.page, 'Missing information', 'Please provide both a title and description');
    await expect(submitOf(screen)).toBeDisabled();
    await expect(title).toBeFocused();
    await expect(title).toHaveAttribute('aria-invalid', 'true');
    await expect(descriptionOf(screen)).toHaveAttribute('aria-invalid', 'true');
    await expect(dialogOf(screen).getByText('Title', { exact: true })).toBeInViewport({ ratio: 1 });
  },
  'no genre is refused with a sentence, and its field is marked, focused, and in view beside the notice': async (
    screen,
  ) => {
    await dialogOf(screen).getByLabel('Title').fill('Night Ferry');
    await descriptionOf(screen).fill('Two rowers cross a strait.');
    await submitOf(screen).click();
    const search = dialogOf(screen).getByRole('searchbox', { name: 'Genres' });
    await expect(search).toBeFocused();
    await expect(search).toHaveAttribute('aria-invalid', 'true');
    await expect(search).toHaveAccessibleDescription('0 of 5 genres selected');
    const notice = toastsOn(screen.page).locator('[data-tone]');
    for (const size of [PHONE, { width: 1280, height: 720 }]) {
      await screen.page.setViewportSize(size);
      await search.scrollIntoViewIfNeeded();
      for (const control of [search, submitOf(screen)]) await expectApart(notice, control);
    }
    await expectToast(screen.page, 'Missing genre', 'Please select at least one genre for your project');
  },
  'genres are found by label, by description and by keyword': async (screen) => {
    const search = dialogOf(screen).getByRole('searchbox', { name: 'Genres' });
    const shown = dialogOf(screen).getByRole('group', { name: 'Genres to choose from' }).getByRole('button');
    await search.fill('noir');
    await expect(shown).toHaveText(['Noir']);
    await search.fill('same couch');
    await expect(shown).toHaveText(['Family']);
    await search.fill('whodunit');
    await expect(shown).toHaveText(['Mystery']);
    await search.fill('zzz');
    await expect(dialogOf(screen).getByText('No other genres match “zzz”.')).toBeVisible();
    await search.fill('');
  },
  'the counter counts, and a sixth genre is ignored': async (screen) => {
    await expect(dialogOf(screen).getByText('0 of 5 genres selected')).toBeVisible();
    for (const name of ['Action', 'Comedy', 'Drama', 'Horror', 'War']) await genre(screen, name).click();
    await expect(dialogOf(screen).getByText('5 of 5 genres selected')).toBeVisible();
    await genre(screen, 'Western').press('Enter');
    await expect(genre(screen, 'Remove Western')).toHaveCount(0);
    await expect(dialogOf(screen).getByText('5 of 5 genres selected')).toBeVisible();
    await expect(dialogOf(screen).getByText('A project can have up to 5 genres.')).toBeVisible();
    for (const name of ['Comedy', 'Horror', 'War']) await genre(screen, `Remove ${name}`).click();
    await expect(dialogOf(screen).getByText('2 of 5 genres selected')).toBeVisible();
  },
  'a short description is not asked about': async (screen) => {
    await descriptionOf(screen).fill('a'.repeat(49));
    // Whoever stops here isn't left waiting for suggestions.
    await expect(
      dialogOf(screen).getByText('Suggestions appear once your description has 50 characters.'),
    ).toBeVisible();
    // The fields below stay where they are when the suggestions come.
    const before = await lengthPlace(screen);
    // A longer one is asked about, and by then the short one would have been.
    await descriptionOf(screen).fill(`  Two sisters hunt a ghost across a sinking town, night by night. `);
    await expect(suggestionsOf(screen).getByRole('listitem')).toHaveText(['Mystery', 'History', 'Travel']);
    await expect.poll(() => lengthPlace(screen)).toBe(before);
    expect(textsAsked(screen, 'a'.repeat(49))).toBe(0);
    expect(textsAsked(screen, 'Two sisters hunt')).toBe(1);
  },
  'suggested genres are dismissed': async (screen) => {
    await genre(screen, 'Dismiss suggested genres').click();
    await expect(suggestionsOf(screen)).toHaveCount(0);
    await expect(genre(screen, 'Mystery')).toBeVisible();
  },
  'an answer about a text that has changed meanwhile is dropped': async (screen) => {
    // Far longer than the steps below take on any machine: the answer is never there before the text has changed.
    screen.answerWithin(30_000);
    const dropped = screen.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/detect-genres'));
    await descriptionOf(screen).fill('A volcano wakes under the harbour while the town is asleep.');
    await expect.poll(() => textsAsked(screen, 'A volcano wakes')).toBe(1);
    await descriptionOf(screen).fill('A volcano.');
    await dropped;
    screen.answerWithin(0);
    await expect(suggestionsOf(screen)).toHaveCount(0);
  },
  'a failed improvement is told, and the text stays': async (screen) => {
    const refused = 'A ferry without a light drifts past the last buoy of the bay. [[text-402]]';
    await descriptionOf(screen).fill(refused);
    await improveOf(screen).click();
    await expectToast(screen.page, 'Error improving description');
    await expect(descriptionOf(screen)).toHaveValue(refused);
  },
  'an improvement takes the place of the text, is told, and asks for genres at once': async (screen) => {
    await descriptionOf(screen).fill('Two rowers cross a strait.');
    await improveOf(screen).click();
    await expectToast(screen.page, 'Description improved', 'AI has enhanced your prompt with Veo best practices');
    await expect(descriptionOf(screen)).toHaveValue(improved);
    await expect(suggestionsOf(screen)).toBeVisible();
    expect(textsAsked(screen, improved)).toBe(1);
  },
  'the improvement is taken back': async (screen) => {
    await dialogOf(screen).getByRole('button', { name: 'Undo' }).click();
    await expect(descriptionOf(screen)).toHaveValue('Two rowers cross a strait.');
    await expect(dialogOf(screen).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  },
  'accepted suggestions are merged without doubles, five at most, and cleared': async (screen) => {
    await genre(screen, 'Nature').click();
    await dialogOf(screen).getByRole('button', { name: 'Add suggested genres' }).click();
    for (const name of ['Action', 'Drama', 'Nature', 'Mystery', 'History'])
      await expect(genre(screen, `Remove ${name}`)).toHaveCount(1);
    await expect(dialogOf(screen).getByText('5 of 5 genres selected')).toBeVisible();
    await expect(suggestionsOf(screen)).toHaveCount(0);
  },
  'the target length goes from 0:30 to 10:00 in steps of 30 s, and the price with it': async (screen) => {
    const slider = dialogOf(screen).getByRole('slider', { name: 'Target length' });
    await expect(dialogOf(screen).getByText('30 seconds to 10 minutes')).toBeVisible();
    await expect(dialogOf(screen).getByText('about $30.00')).toBeVisible();
    await expect(slider).toHaveAttribute('aria-valuetext', '2:00');
    await slider.press('End');
    await expect(slider).toHaveAttribute('aria-valuetext', '10:00');
    await expect(dialogOf(screen).getByText('about $150.00')).toBeVisible();
    await expect(dialogOf(screen).getByText('High cost')).toBeVisible();
    await slider.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', '0:30');
    await expect(dialogOf(screen).getByText('High cost')).toBeHidden();
    await slider.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', '1:00');
    await expect(dialogOf(screen).getByText('about $15.00')).toBeVisible();
  },
  'the warning says what generation costs; nothing says that it is free': async (screen) => {
    await expect(
      dialogOf(screen).getByText(
        'generation costs approximately $0.10-$0.40 per second; a 2-minute 8-scene video about $12-48',
      ),
    ).toBeVisible();
    await expect(dialogOf(screen).getByText('nothing is charged')).toHaveCount(0);
  },
  'models that the key does not reach say why and can’t be chosen; the first that it reaches is chosen': async (
    screen,
  ) => {
    const models = dialogOf(screen).getByRole('radiogroup', { name: 'Model' });
    await expect(models.getByRole('radio', { name: /^Gemini Omni Flash/ })).toBeChecked();
    const unreachable = models.getByRole('radio', { name: /^Veo 3\.1/ });
    await expect(unreachable).toHaveAttribute('aria-disabled', 'true');
    await expect(unreachable).toHaveAccessibleName(/doesn’t offer Veo 3\.1 to this API key/);
    await unreachable.press('Space');
    await expect(models.getByRole('radio', { name: /^Gemini Omni Flash/ })).toBeChecked();
  },
  'the aspect ratio is chosen': async (screen) => {
    const ratios = dialogOf(screen).getByRole('radiogroup', { name: 'Aspect ratio' });
    await expect(ratios.getByRole('radio', { name: '16:9' })).toBeChecked();
    await ratios.getByRole('radio', { name: '9:16' }).click();
    await expect(ratios.getByRole('radio', { name: '9:16' })).toBeChecked();
  },
  'the longest title and description are said in sentences, and no more is taken': async (screen) => {
    const title = dialogOf(screen).getByLabel('Title');
    await title.fill('t'.repeat(120));
    await expect(dialogOf(screen).getByText('You’ve reached the limit of 120 characters.')).toBeVisible();
    await title.press('End');
    await title.pressSequentially('x');
    await expect(title).toHaveValue('t'.repeat(120));
    await title.fill('Night Ferry');
    await expect(dialogOf(screen).getByText('You’ve reached the limit')).toHaveCount(0);
    await descriptionOf(screen).fill('d'.repeat(5000));
    await expect(dialogOf(screen).getByText('You’ve reached the limit of 5,000 characters.')).toBeVisible();
    await descriptionOf(screen).fill('Two rowers cross a strait.');
    await expect(dialogOf(screen).getByText('26 / 5,000')).toBeVisible();
  },
  'what was written is there again after the dialog was closed by accident and the page loaded anew': async (
    screen,
  ) => {
    await screen.page.keyboard.press('Escape');
    await expect(dialogOf(screen)).toHaveCount(0);
    await screen.page.reload();
    await screen.page.getByRole('button', { name: 'Create Your First Project' }).click();
    await expect(descriptionOf(screen)).toHaveValue('Two rowers cross a strait.');
    await expect(dialogOf(screen).getByLabel('Title')).toHaveValue('Night Ferry');
    await expect(dialogOf(screen).getByText('5 of 5 genres selected')).toBeVisible();
    await expect(dialogOf(screen).getByText('We kept what you started.')).toBeVisible();
  },
  'starting over empties the form': async (screen) => {
    await dialogOf(screen).getByRole('button', { name: 'Start over' }).click();
    await expect(descriptionOf(screen)).toHaveValue('');
    await expect(dialogOf(screen).getByText('0 of 5 genres selected')).toBeVisible();
    await expect(dialogOf(screen).getByText('This doesn’t generate any clips yet.')).toBeVisible();
  },
  'creating says so, goes to the project, and leaves no draft': async (screen) => {
    await dialogOf(screen).getByLabel('Title').fill('  Night Ferry ');
    await descriptionOf(screen).fill(' Two rowers cross a strait. ');
    await genre(screen, 'Drama').click();
    await dialogOf(screen).getByRole('slider').press('Home');
    await submitOf(screen).click();
    await expectToast(screen.page, 'Project created', 'Generating AI scene breakdown...');
    await screen.page.waitForURL('**/project/*');
    await screen.page.goBack();
    await screen.page.getByRole('button', { name: 'New Project' }).first().click();
    await expect(descriptionOf(screen)).toHaveValue('');
  },
};

/** What the provider makes of every description. */
export const improved =
  'Two rowers, grey coats, cross a strait at first light; the camera floats beside them, low and slow.';
