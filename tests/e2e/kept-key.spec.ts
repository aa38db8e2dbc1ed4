/** A key that stays in the browser goes along with one call alone, and is used there. */
import { expect, test, type Page, type Request } from '@playwright/test';
import { chooseDemoStudio, createProject, signIn } from './journey.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';

const KEY = 'demo-studio';
const NAME = 'storyreel.gemini-key';

let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
});

/** Bodies of all calls that change something, from now on. */
function watchBodies(page: Page): { path: string; body: string }[] {
  const seen: { path: string; body: string }[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() !== 'GET')
      seen.push({ path: pathname, body: request.postData() ?? '' });
  });
  return seen;
}

/** Answers what was sent. */
async function improveScene(page: Page, number: number): Promise<string> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/improve-description'));
  await page.getByRole('button', { name: `Improve scene ${number}` }).click();
  const response = await answered;
  expect(response.status()).toBe(200);
  await expect(page.getByText('AI has enhanced your prompt with Veo best practices').first()).toBeVisible();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  return response.request().postData() ?? '';
}

test('a key is kept when the person wants it, sent with the improve call alone, and gone when they say so', async ({
  page,
}) => {
  const bodies = watchBodies(page);
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto(`${server.url}/landing`);
  await signIn(page, server.url);
  await chooseDemoStudio(page);
  await createProject(page, {
    title: 'The Kept Key',
    description: 'A locksmith finds a door that no key fits. At night she dreams of it. In the morning it stands open.',
    genre: 'Drama',
  });
  const editor = page.url();

  await test.step('nothing is kept by default', async () => {
    expect(await page.evaluate((name) => localStorage.getItem(name), NAME)).toBeNull();
    const words = page
      .getByRole('article', { name: /^Scene 1/ })
      .getByRole('paragraph')
      .last();
    const before = await words.innerText();
    expect(JSON.parse(await improveScene(page, 1))).toEqual({});
    await expect(words).not.toHaveText(before);
  });

  await test.step('it is kept encrypted', async () => {
    await page.goto(`${server.url}/settings`);
    await page.getByRole('button', { name: 'Add a Key' }).click();
    await page.getByLabel('Key for this browser').fill(KEY);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This browser has a key.')).toBeVisible();
    const item = (await page.evaluate((name) => localStorage.getItem(name), NAME)) ?? '';
    expect(Object.keys(JSON.parse(item) as object).toSorted()).toEqual(['encrypted', 'iv', 'salt']);
    expect(item).not.toContain(KEY);
  });

  await test.step('it goes along with the improve call and no other', async () => {
    await page.goto(editor);
    bodies.length = 0;
    expect(JSON.parse(await improveScene(page, 2))).toEqual({ apiKey: KEY });
    // The next scene takes its number.
    await page.getByRole('button', { name: 'Delete scene 2' }).click();
    await expect
      .poll(() => bodies.filter(({ path }) => !path.endsWith('/improve-description')).length)
      .toBeGreaterThan(0);
    expect(bodies.filter(({ path, body }) => body.includes(KEY) && !path.endsWith('/improve-description'))).toEqual([]);
  });

  await test.step('one that is damaged is left out, and the log says so', async () => {
    await page.evaluate((name) => localStorage.setItem(name, '{"encrypted":"AAAA","iv":"AAAA","salt":"AAAA"}'), NAME);
    expect(JSON.parse(await improveScene(page, 2))).toEqual({});
    expect(warnings.join('\n')).toContain('The key that this browser keeps cannot be read and is not used.');
  });

  await test.step('it is removed', async () => {
    await page.goto(`${server.url}/settings`);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('This browser has no key.')).toBeVisible();
    expect(await page.evaluate((name) => localStorage.getItem(name), NAME)).toBeNull();
  });
});
