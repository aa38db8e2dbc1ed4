/** Every screen outside the editor at twice its size, on a phone, and where less motion is asked for. */
import { expect, test, type Page } from '@playwright/test';
import { holdCalls } from './hold.ts';
import { ines, signIn, untilAppIsKept } from './journey.ts';
import { ownServer } from './own-server.ts';
import { demoPerson, makeProject } from './people.ts';
import { startServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

const server = ownServer(startServer);

/** A window of 1280 px at 200 % has 640 px of the page's own; a phone has less still. */
const SIZES = [
  { width: 640, height: 400 },
  { width: 360, height: 780 },
];

/** Nothing is wider than the window, no control of the bar lies beside it, and nothing moves, as soon as the page has settled. */
async function expectFits(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(whatDoesNotFit), `${name}, ${size.width} px`)
      .toEqual({ widerBy: 0, beside: [], moving: [] });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Runs in the page. */
function whatDoesNotFit(): { widerBy: number; beside: string[]; moving: string[] } {
  return {
    widerBy: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    beside: [...document.querySelectorAll('header :is(a, button)')]
      .filter((control) => control.getBoundingClientRect().right > innerWidth)
      .map((control) => control.outerHTML.slice(0, 80)),
    moving: document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 80) ?? '') : '')),
  };
}

test('public screens fit and stand still', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [path, heading] of [
    ['/landing', 'AI-Powered Video Production'],
    ['/api/login', 'Sign in to AI Storyreel'],
    ['/showcase', 'No Public Projects Yet'],
    ['/showcase/none', 'Project not found'],
    ['/licences', 'Licenses'],
    ['/nowhere', '404 Page Not Found'],
  ] as const) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expectFits(page, path);
  }
});

test('a person’s own screens and dialogs fit and stand still', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, server.url);
  await expectFits(page, 'onboarding');
  const owner = await demoPerson(page.request, server.url, ines);
  const title = 'AnUnbrokenWordOfOneHundredAndTwentyCharacters'.repeat(3).slice(0, 120);
  const idea = { title, description: title, genres: ['drama', 'mystery', 'documentary', 'supernatural', 'noir'] };
  const { project } = await makeProject(owner, idea, { clips: false });
  await owner.send('PATCH', `/api/projects/${project.id}`, { isPublic: true });

  // Offline, a page has the code that it has not used yet from there.
  await untilAppIsKept(page);
  const list = await holdCalls(page, '**/api/user/projects');
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('status', { name: 'Loading projects' })).toBeVisible();
  await expectFits(page, 'dashboard while it loads');
  list();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.context().setOffline(true);
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
  await expectFits(page, 'dashboard without a network');
  await page.context().setOffline(false);
  await expect(page.getByRole('banner').getByText('Offline')).toHaveCount(0);

  await page.setViewportSize({ width: 640, height: 400 });
  await page.getByRole('button', { name: 'New Project' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  await expectFits(page, 'create dialog');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectFits(page, 'keyboard shortcuts');

  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Change Key' }).click();
  await page.getByLabel('New key').press('Enter');
  await expect(page.getByText('Please enter an API key')).toBeVisible();
  await expectFits(page, 'settings with a notice');
  await page.getByRole('button', { name: 'Remove Key…' }).click();
  await expectFits(page, 'removing the key');

  for (const path of ['/showcase', `/showcase/${project.id}`]) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectFits(page, path);
  }
});

test('a theme that is chosen in one window is drawn in the others', async ({ page, context }) => {
  await page.goto(`${server.url}/showcase`);
  const other = await context.newPage();
  await other.goto(`${server.url}/licences`);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(other.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  await expect(other.locator('html')).toHaveClass('light');
});
