/** A person's account: the way in, their key, their settings, their theme, and a key that stays in the browser. */
import { expect, test, type Page } from '@playwright/test';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { checkWithAxe } from './axe.ts';
import { runRows, type Checklist } from './checklist.ts';
import { holdCalls } from './hold.ts';
import { ines, lighthouse, signIn } from './journey.ts';
import { demoPerson, makeProject, signInByCall } from './people.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';
import { expectToast } from './toast.ts';

type AccountScreen = { page: Page; url: string };
type Rows = Checklist<AccountScreen>;

const GOOD_KEY = 'AQ.fake-good-key-of-the-account-run';
const OTHER_KEY = 'AQ.fake-other-key-of-the-account-run';
const BAD_KEY = 'AQ.fake-bad-key-0123456789';
const REFUSAL = 'Google doesn’t accept this API key. Please check that it’s complete.';

const keyField = ({ page }: AccountScreen, label = 'API key') => page.getByLabel(label, { exact: true });
const button = ({ page }: AccountScreen, name: string) => page.getByRole('button', { name, exact: true });

/** Paths that the page posts to from now on. */
function postsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.startsWith('/api/')) paths.push(pathname);
  });
  return paths;
}

const onboardingRows: Rows = {
  'greets by the first name, and tells the way to a key in four steps': async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Set up your Gemini API key' })).toBeVisible();
    await expect(
      page.getByRole('listitem').filter({ hasText: /AI Studio|Google account|Get API key|Paste/ }),
    ).toHaveText([
      /^Open Google AI Studio/,
      'Sign in with your Google account',
      'Choose Get API key, then Create API key',
      'Paste the key here',
    ]);
    const link = page.getByRole('link', { name: /aistudio\.google\.com\/apikey/ });
    await expect(link).toHaveAttribute('href', 'https://aistudio.google.com/apikey');
    await expect(link).toHaveAttribute('target', '_blank');
  },
  'says that the key is stored securely and can be changed': ({ page }) =>
    expect(page.getByText('Your key is stored securely. You can change it later in settings.')).toBeVisible(),
  'a blank key is refused without a call, and the button is disabled': async (screen) => {
    const calls = postsOf(screen.page);
    await expect(button(screen, 'Validate & Continue')).toBeDisabled();
    await keyField(screen).fill('   ');
    await expect(button(screen, 'Validate & Continue')).toBeDisabled();
    await keyField(screen).press('Enter');
    await expect(screen.page.getByRole('alert')).toHaveText('Please enter your Gemini API key');
    expect(calls).toEqual([]);
  },
  'the key is masked, and shown on request': async (screen) => {
    await keyField(screen).fill(BAD_KEY);
    await expect(keyField(screen)).toHaveAttribute('type', 'password');
    await button(screen, 'Show key').click();
    await expect(keyField(screen)).toHaveAttribute('type', 'text');
    await button(screen, 'Hide key').click();
    await expect(keyField(screen)).toHaveAttribute('type', 'password');
  },
  'Enter submits; while the key is judged the button says so and is disabled; a bad key is refused with a sentence':
    async (screen) => {
      const go = await holdCalls(screen.page, '**/api/validate-api-key');
      await keyField(screen).press('Enter');
      await expect(button(screen, 'Validating API Key...')).toBeDisabled();
      go();
      await expect(screen.page.getByRole('alert')).toHaveText(REFUSAL);
      await expect(keyField(screen)).toHaveAttribute('aria-invalid', 'true');
      await expect(button(screen, 'Validate & Continue')).toBeEnabled();
      await checkWithAxe(screen.page, 'onboarding with a refused key');
    },
  'what is no key at all is refused, too, and none of them is sent to be saved': async (screen) => {
    const calls = postsOf(screen.page);
    await keyField(screen).fill('not even a key at all');
    await button(screen, 'Validate & Continue').click();
    await expect(screen.page.getByRole('alert')).toHaveText('Invalid API key. Please check and try again.');
    expect(calls).toEqual(['/api/validate-api-key']);
  },
  'a key that could not be saved is told, and the form is as before': async (screen) => {
    await screen.page.route('**/api/user/save-api-key', (route) => route.abort(), { times: 1 });
    await keyField(screen).fill(GOOD_KEY);
    await button(screen, 'Validate & Continue').click();
    await expect(screen.page.getByRole('alert')).toHaveText(
      'Couldn’t reach the server. Check your connection and try again.',
    );
    await expect(button(screen, 'Validate & Continue')).toBeEnabled();
  },
  'a good key has a green note while it is saved, and leads to the projects': async (screen) => {
    const go = await holdCalls(screen.page, '**/api/user/save-api-key');
    await keyField(screen).press('Enter');
    await expect(screen.page.getByText('API key validated successfully! Saving...')).toBeVisible();
    await expect(button(screen, 'Saving...')).toBeDisabled();
    go();
    await expect(screen.page).toHaveURL(`${screen.url}/`);
    await expect(screen.page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
  },
};

const settingsRows: Rows = {
  'the menu has the e-mail, and leads to the settings': async (screen) => {
    await expect(button(screen, 'User menu')).toHaveText('NL');
    await button(screen, 'User menu').click();
    await expect(screen.page.getByRole('menu').getByText('noa@example.org')).toBeVisible();
    await expect(screen.page.getByRole('menuitem', { name: 'Logout' })).toHaveAttribute('href', '/api/logout');
    await screen.page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(screen.page).toHaveURL(`${screen.url}/settings`);
  },
  'the profile has the avatar, the full name and the e-mail': async ({ page }) => {
    const profile = page.getByRole('main');
    await expect(profile.getByText('Noa Levi')).toBeVisible();
    await expect(profile.getByText('noa@example.org')).toBeVisible();
    await expect(profile.getByText('NL', { exact: true })).toBeVisible();
  },
  'the key is shown as a mask: six characters, dots, four': async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'API Key Management' })).toBeVisible();
    await expect(page.getByText('AQ.fak••••••-run')).toBeVisible();
  },
  'Change Key reveals a field with a link to the provider; Cancel puts it away': async (screen) => {
    await button(screen, 'Change Key').click();
    await expect(keyField(screen, 'New key')).toBeVisible();
    await expect(screen.page.getByRole('link', { name: /Get a key at/ })).toHaveAttribute(
      'href',
      'https://aistudio.google.com/apikey',
    );
    await button(screen, 'Cancel').click();
    await expect(keyField(screen, 'New key')).toHaveCount(0);
    await button(screen, 'Change Key').click();
  },
  'the new key is masked, and shown on request': async (screen) => {
    await expect(keyField(screen, 'New key')).toHaveAttribute('type', 'password');
    await button(screen, 'Show key').click();
    await expect(keyField(screen, 'New key')).toHaveAttribute('type', 'text');
  },
  'a blank key is refused with a notice': async (screen) => {
    await expect(button(screen, 'Validate & Save')).toBeDisabled();
    await keyField(screen, 'New key').press('Enter');
    await expectToast(screen.page, 'Error', 'Please enter an API key');
  },
  'a bad key is refused with a notice, the field is marked, and the key before stays': async (screen) => {
    await keyField(screen, 'New key').fill(BAD_KEY);
    await button(screen, 'Validate & Save').click();
    await expectToast(screen.page, 'Invalid API Key', REFUSAL);
    await expect(keyField(screen, 'New key')).toHaveAttribute('aria-invalid', 'true');
    await screen.page.reload();
    await expect(screen.page.getByText('AQ.fak••••••-run')).toBeVisible();
    await button(screen, 'Change Key').click();
  },
  'a good key is judged, saved, told, and leads to the projects': async (screen) => {
    const go = await holdCalls(screen.page, '**/api/user/save-api-key');
    await keyField(screen, 'New key').fill(` ${OTHER_KEY} `);
    await button(screen, 'Validate & Save').click();
    await expect(button(screen, 'Saving...')).toBeDisabled();
    go();
    await expectToast(screen.page, 'Success', 'API key saved successfully');
    await expect(screen.page).toHaveURL(`${screen.url}/`);
  },
  'number and unit of the models’ lengths stay on one line': async ({ page, url }) => {
    await page.goto(`${url}/settings`);
    await expect(page.getByText('4, 6, 8\u00A0s').first()).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toMatch(/\d s\b/);
  },
  'the theme is dark at first, is switched, kept, and there again before the first paint': async ({ page }) => {
    const theme = (): Promise<string> => page.evaluate(() => document.documentElement.className);
    expect(await theme()).toBe('dark');
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    expect(await theme()).toBe('light');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        sessionStorage.setItem('theme-before-body', document.documentElement.className);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    expect(await page.evaluate(() => sessionStorage.getItem('theme-before-body'))).toBe('light');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    expect(await theme()).toBe('dark');
  },
  'removing the key says what it means, can be left, and leads back to onboarding': async (screen) => {
    await button(screen, 'Remove Key…').click();
    const dialog = screen.page.getByRole('dialog', { name: 'Remove your API key?' });
    await expect(dialog.getByText('Your projects, clips, and exports stay.')).toBeVisible();
    await expect(dialog.getByText('Clips the model has already started')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await checkWithAxe(screen.page, 'removing the key');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(screen.page.getByText('AQ.fak••••••-run')).toBeVisible();
    await button(screen, 'Remove Key…').click();
    await dialog.getByRole('button', { name: 'Remove Key' }).click();
    await expectToast(screen.page, 'API key removed');
    await expect(screen.page).toHaveURL(`${screen.url}/onboarding`);
    await screen.page.goto(`${screen.url}/settings`);
    await expect(screen.page.getByText('Not set')).toBeVisible();
    await expect(button(screen, 'Remove Key…')).toHaveCount(0);
  },
};

let gemini: FakeGemini;
let server: RunningServer;
test.beforeAll(async () => {
  gemini = await startFakeGemini();
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '200' });
});
test.afterAll(async () => {
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
  await gemini.close();
});

test('a key is set up', async ({ page }) => {
  await signIn(page, server.url);
  await runRows(onboardingRows, { page, url: server.url });
});

test('a key is changed and removed, and the theme is kept', async ({ page }) => {
  // Somebody else: how often one person may have keys judged is limited.
  const noa = { email: 'noa@example.org', firstName: 'Noa', lastName: 'Levi' };
  const caller = await signInByCall(page.request, server.url, noa);
  await caller.send('POST', '/api/user/save-api-key', { apiKey: GOOD_KEY });
  await page.goto(`${server.url}/`);
  await runRows(settingsRows, { page, url: server.url });
});

test('a key that stays in the browser goes along with the improve call alone, and is gone when they say so', async ({
  page,
}) => {
  const [key, item] = ['demo-studio', 'storyreel.gemini-key'];
  const kept = (): Promise<string | null> => page.evaluate((name) => localStorage.getItem(name), item);
  const bodies: { path: string; body: string }[] = [];
  page.on('request', (request) => {
    const { pathname: path } = new URL(request.url());
    if (path.startsWith('/api/') && request.method() !== 'GET') bodies.push({ path, body: request.postData() ?? '' });
  });
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const owner = await demoPerson(page.request, server.url, { ...ines, email: 'keeper@example.org' });
  const { project } = await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: false });
  const editor = `${server.url}/project/${project.id}`;
  await page.goto(editor);

  await test.step('nothing is kept by default', async () => {
    expect(await kept()).toBeNull();
    const words = page
      .getByRole('article', { name: /^Scene 1/ })
      .getByRole('paragraph')
      .last();
    const before = await words.innerText();
    expect(await improveScene(page, 1)).toEqual({});
    await expect(words).not.toHaveText(before);
  });

  await test.step('it is kept encrypted', async () => {
    await page.goto(`${server.url}/settings`);
    await page.getByRole('button', { name: 'Add a Key' }).click();
    await page.getByLabel('Key for this browser').fill(key);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This browser has a key.')).toBeVisible();
    const text = (await kept()) ?? '';
    expect(Object.keys(JSON.parse(text) as object).toSorted()).toEqual(['encrypted', 'iv', 'salt']);
    expect(text).not.toContain(key);
  });

  await test.step('it goes along with the improve call and no other', async () => {
    await page.goto(editor);
    bodies.length = 0;
    expect(await improveScene(page, 2)).toEqual({ apiKey: key });
    // The next scene takes its number.
    await page.getByRole('button', { name: 'Delete scene 2' }).click();
    const others = () => bodies.filter(({ path }) => !path.endsWith('/improve-description'));
    await expect.poll(() => others().length).toBeGreaterThan(0);
    expect(others().filter(({ body }) => body.includes(key))).toEqual([]);
  });

  await test.step('one that is damaged is left out, and the log says so', async () => {
    await page.evaluate((name) => localStorage.setItem(name, '{"encrypted":"AAAA","iv":"AAAA","salt":"AAAA"}'), item);
    expect(await improveScene(page, 2)).toEqual({});
    expect(warnings.join('\n')).toContain('The key that this browser keeps cannot be read and is not used.');
  });

  await test.step('it is removed', async () => {
    await page.goto(`${server.url}/settings`);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('This browser has no key.')).toBeVisible();
    expect(await kept()).toBeNull();
  });
});

/** Improves a scene's words and keeps them. @returns what was sent */
async function improveScene(page: Page, number: number): Promise<unknown> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/improve-description'));
  await page.getByRole('button', { name: `Improve scene ${number}` }).click();
  const response = await answered;
  expect(response.status()).toBe(200);
  await expect(page.getByText('AI has enhanced your prompt with Veo best practices').first()).toBeVisible();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  return response.request().postDataJSON();
}
