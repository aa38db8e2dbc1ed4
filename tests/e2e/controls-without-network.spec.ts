/** Without a network, what needs one says so on the control itself and asks for nothing; with the network it works again, without a reload. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { untilAppIsKept } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';

test.use({ serviceWorkers: 'allow' });

const NEEDS_NETWORK = 'You’re offline. This needs a network connection.';

const server = servePlanted();

/** What a page asks of the server to change something, and pages that its links open, which would be the browser's own error. */
function askedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isLogin = pathname === '/api/login';
    if (isLogin || (request.method() !== 'GET' && pathname.startsWith('/api/'))) asked.push(pathname);
  });
  page.on('popup', (popup) => asked.push(popup.url()));
  return asked;
}

/** Presses it, which shows the sentence in place of what it does. */
async function expectRefused(page: Page, control: Locator): Promise<void> {
  await expect(control).toHaveAttribute('aria-disabled', 'true');
  await control.click({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText(NEEDS_NETWORK);
  // The frame after the focus opens it once more.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

/** On each screen, the controls that need a network. */
type Screen = { path: string; controls: (page: Page) => Locator[] };

const owners: readonly Screen[] = [
  {
    path: '/project/:id',
    controls: (page) => [
      button(page, 'Improve Prompt'),
      page.getByRole('button', { name: 'Generate', exact: true }),
      button(page, 'Improve scene 1'),
    ],
  },
  { path: '/showcase', controls: (page) => [button(page, 'Retry')] },
  { path: '/showcase/:id', controls: (page) => [button(page, 'Retry')] },
  { path: '/showcase/sample', controls: (page) => [button(page, 'Keep a copy')] },
  { path: '/settings', controls: (page) => [button(page, 'Download my data')] },
  { path: '/licences', controls: (page) => [page.getByRole('link', { name: 'FFmpeg', exact: true })] },
];
const visitors: readonly Screen[] = [
  { path: '/showcase', controls: (page) => [button(page, 'Get Started')] },
  { path: '/showcase/sample', controls: (page) => [button(page, 'Sign in to keep a copy')] },
];

async function expectAllRefused(page: Page, screens: readonly Screen[], projectId = ''): Promise<void> {
  for (const { path, controls } of screens)
    await test.step(path, async () => {
      await page.goto(`${server.url}${path.replace(':id', projectId)}`);
      for (const control of controls(page)) await expectRefused(page, control);
    });
}

test.beforeEach(({ page }) => page.setDefaultTimeout(10_000));

test('every screen says on its controls what needs the network, and they work as soon as it is back', async ({
  page,
  context,
}) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  const asked = askedBy(page);
  await context.setOffline(true);
  await expectAllRefused(page, owners, projectId);

  await test.step('a key’s page is another site’s', async () => {
    await page.goto(`${server.url}/settings`);
    await button(page, 'Change Key').click();
    await expectRefused(page, page.getByRole('link', { name: /^Get a key/ }));
    await expectRefused(page, button(page, 'Validate & Save'));
  });

  await test.step('menus say it in their lines', async () => {
    await page.goto(`${server.url}/project/${projectId}`);
    await button(page, 'More for scene 1').click();
    await expect(page.getByRole('menuitem', { name: /^Generate again.*unavailable offline/ })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('switch', { name: 'Public' })).toBeDisabled();
  });

  await test.step('what could not be had comes by itself', async () => {
    await expect(button(page, 'Improve Prompt')).toHaveAttribute('aria-disabled', 'true');
    await context.setOffline(false);
    await expect(button(page, 'Improve Prompt')).not.toHaveAttribute('aria-disabled');
    await context.setOffline(true);
    await page.goto(`${server.url}/showcase`);
    await expect(page.getByText(NEEDS_NETWORK)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'No Public Projects Yet' })).toBeVisible();
  });
  expect(asked).toEqual([]);
});

test('a visitor is told that signing in needs the network', async ({ page, context }) => {
  await page.goto(`${server.url}/landing`);
  await untilAppIsKept(page);
  const asked = askedBy(page);
  const start = button(page, 'Get Started');
  await context.setOffline(true);
  await page.goto(`${server.url}/landing`);
  await expect(start.first()).toBeDisabled();
  await expect(page.getByText(NEEDS_NETWORK).first()).toBeVisible();
  await expectAllRefused(page, visitors);
  await context.setOffline(false);
  await expect(start).not.toHaveAttribute('aria-disabled');
  expect(asked).toEqual([]);
});
