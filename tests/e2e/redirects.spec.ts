/** Where each address leads: for nobody, for who has no key yet, and for who has one; with the network and without. */
import { expect, test, type Page } from '@playwright/test';
import { holdCalls } from './hold.ts';
import { chooseDemoStudio, logOut, signIn } from './journey.ts';
import { ownServer } from './own-server.ts';
import { startServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

const server = ownServer(startServer);

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000001';

/** What can be seen of a page and of no other. */
const marks = {
  '/': 'My Projects',
  '/landing': 'AI-Powered Video Production',
  '/onboarding': 'Set up your Gemini API key',
  '/settings': 'Settings',
  '/showcase': 'Showcase',
  '/licences': 'Licenses',
  project: 'Project not found',
  nowhere: '404 Page Not Found',
} as const;

type Person = 'anonymous' | 'no key' | 'key';
type Row = { path: string } & Record<Person, keyof typeof marks>;

const table: readonly Row[] = [
  { path: '/', anonymous: '/landing', 'no key': '/onboarding', key: '/' },
  { path: '/landing', anonymous: '/landing', 'no key': '/onboarding', key: '/' },
  { path: '/onboarding', anonymous: '/landing', 'no key': '/onboarding', key: '/' },
  { path: '/settings', anonymous: '/landing', 'no key': '/settings', key: '/settings' },
  { path: `/project/${UNKNOWN_ID}`, anonymous: '/landing', 'no key': 'project', key: 'project' },
  { path: '/showcase', anonymous: '/showcase', 'no key': '/showcase', key: '/showcase' },
  { path: `/showcase/${UNKNOWN_ID}`, anonymous: 'project', 'no key': 'project', key: 'project' },
  { path: '/licences', anonymous: '/licences', 'no key': '/licences', key: '/licences' },
  { path: '/nowhere', anonymous: 'nowhere', 'no key': 'nowhere', key: 'nowhere' },
];
/** Addresses with a rule of their own about who may see them. */
const guarded = table.slice(0, 4);

async function expectWays(page: Page, person: Person, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    await test.step(`${person} at ${row.path}: ${row[person]}`, async () => {
      await page.goto(server.url + row.path, { waitUntil: 'commit' });
      await expect.soft(page.getByRole('heading', { name: marks[row[person]], exact: true })).toBeVisible();
      if (row[person].startsWith('/')) await expect.soft(page).toHaveURL(server.url + row[person]);
    });
  }
}

/** The table again, by the app that the service worker keeps and the person that this device remembers. */
async function expectWaysOffline(page: Page, person: Person): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.context().setOffline(true);
  await expectWays(page, person, guarded);
  await page.context().setOffline(false);
}

test('every address leads where it should, for everybody', async ({ page }) => {
  await expectWays(page, 'anonymous', table);
  await expectWaysOffline(page, 'anonymous');
  await signIn(page, server.url);
  await expectWays(page, 'no key', table);
  await expectWaysOffline(page, 'no key');
  await page.goto(`${server.url}/onboarding`);
  await chooseDemoStudio(page);
  await expectWays(page, 'key', table);
  await expectWaysOffline(page, 'key');

  await test.step('the last known person stays signed in where the server can’t be asked', async () => {
    await page.context().route('**/api/auth/user', (route) => route.abort());
    await expectWays(page, 'key', guarded.slice(0, 2));
    await page.context().unroute('**/api/auth/user');
  });

  await test.step('who signs out is back at the landing page, and nothing protected is left', async () => {
    await page.goto(`${server.url}/`);
    await logOut(page);
    await expectWays(page, 'anonymous', guarded);
  });
});

test('while it is not known who is there, a page shows the spinner and nothing else', async ({ page }) => {
  const letGo = await holdCalls(page, '**/api/auth/user');
  for (const path of ['/', '/landing', '/onboarding', '/settings']) {
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(page.getByRole('heading')).toHaveCount(0);
  }
  letGo();
  await page.waitForURL('**/landing');
});
