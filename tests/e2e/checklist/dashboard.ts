/** What the wall of projects says and does. */
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { holdCalls } from '../hold.ts';
import { expectToast } from '../toast.ts';
import type { Checklist } from './checklist.ts';

export type WallScreen = { page: Page; context: BrowserContext; url: string };
type Rows = Checklist<WallScreen>;

const COMPLETE = 'The Glass Lighthouse';
const FAILED = 'Night Ferry';
const DRAFT = 'Unwritten';

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true });

/** How many columns the cards stand in. */
const columns = (page: Page): Promise<number> =>
  page
    .getByRole('main')
    .getByRole('list')
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);

export const emptyWallRows: Rows = {
  'the header has the product, what powers it, the person’s menu and the theme control': async ({ page }) => {
    const header = page.getByRole('banner');
    await expect(header).toContainText('AI Storyreel');
    await expect(header).toContainText('Powered by Veo 3.1');
    await expect(header.getByRole('button', { name: 'User menu' })).toBeVisible();
    await expect(header.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  },
  'title and subtitle are there': async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'My Projects', level: 1 })).toBeVisible();
    await expect(page.getByText('Create AI-powered videos from text descriptions')).toBeVisible();
  },
  'with no projects it says so, and offers to create the first': async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Create Your First Project' }).click();
    await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
    await page.keyboard.press('Escape');
  },
  'three placeholders stand there while the projects are fetched': async ({ page }) => {
    const letGo = await holdCalls(page, '**/api/user/projects*');
    await page.reload();
    const loading = page.getByRole('status', { name: 'Loading projects' });
    await expect(loading.locator('> div')).toHaveCount(3);
    letGo();
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  },
};

export const wallRows: Rows = {
  'each project is a card with title, description, badge and length, a dash where there is none': async ({ page }) => {
    await expect(page.getByRole('article')).toHaveCount(3);
    await expect(card(page, COMPLETE)).toContainText('A harbour town has forgotten its lighthouse.');
    await expect(card(page, COMPLETE)).toContainText(/Complete.*0:30/);
    await expect(card(page, FAILED)).toContainText(/Failed.*0:30/);
    await expect(card(page, DRAFT)).toContainText(/Draft.*—/);
  },
  'a project with clips has a picture, one without has a poster of its words': async ({ page }) => {
    const poster = card(page, COMPLETE).locator('img').first();
    await expect.poll(() => poster.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)).toBe(640);
    await expect(card(page, DRAFT).locator('img')).toHaveCount(0);
    await expect(card(page, DRAFT).getByText('Drama', { exact: true })).toBeVisible();
  },
  'the cards stand in 1, 2 or 3 columns, by the width': async ({ page }) => {
    for (const [width, count] of [
      [360, 1],
      [768, 2],
      [1280, 3],
      [1920, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      expect(await columns(page)).toBe(count);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  },
  'a click leads to the project, where its scenes are fetched': async ({ page, url }) => {
    await card(page, COMPLETE).getByRole('link').click();
    await page.waitForURL('**/project/*');
    await expect(page.getByRole('article')).toHaveCount(4);
    await page.goto(`${url}/`);
  },
  'hover and focus go through four of its pictures; not where less motion is asked for': async ({ page }) => {
    const link = card(page, COMPLETE).getByRole('link');
    await link.hover();
    await expect(card(page, COMPLETE).locator('img')).toHaveCount(5);
    await page.mouse.move(5, 5);
    await expect(card(page, COMPLETE).locator('img')).toHaveCount(1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await link.focus();
    await link.hover();
    await expect(card(page, COMPLETE).locator('img')).toHaveCount(1);
    await link.blur();
    await page.emulateMedia({ reducedMotion: null });
  },
  'on small screens a side menu has New Project': async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'New Project' }).click();
    await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  },
  'the mark of a lost network comes and goes by itself': async ({ page, context }) => {
    const mark = page.getByRole('banner').getByText('Offline');
    await expect(mark).toHaveCount(0);
    await context.setOffline(true);
    await expect(mark).toBeVisible();
    await context.setOffline(false);
    await expect(mark).toHaveCount(0);
  },
  'deleting says what goes, can be left, and takes the card away': async ({ page }) => {
    const open = async (): Promise<Locator> => {
      await page.getByRole('button', { name: `Options for ${FAILED}` }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete project' }).press('Enter');
      return page.getByRole('dialog', { name: 'Delete this project?' });
    };
    let dialog = await open();
    await expect(dialog.getByText('4 scenes with their clips, trims, and text')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(card(page, FAILED)).toBeVisible();
    dialog = await open();
    await dialog.getByRole('button', { name: 'Delete Project' }).click();
    await expectToast(page, 'Project deleted');
    await expect(card(page, FAILED)).toHaveCount(0);
  },
  'with the text at twice its size nothing is cut off or lies over something else': async ({ page }) => {
    // A window of 1280 px at 200 % has 640 px of the page's own.
    await page.setViewportSize({ width: 640, height: 400 });
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWider).toBe(false);
    for (const name of ['User menu', 'Switch to light theme', 'New Project'])
      await expect(page.getByRole('button', { name }).first()).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  },
};

/** In a browser that lacks encoders and decoders. */
export const bannerRows: Rows = {
  'says what is missing, and which browsers have it': async ({ page }) => {
    const banner = page.getByRole('complementary', { name: 'Browser compatibility' });
    await expect(banner).toContainText('Chrome 94+, Edge 94+, Opera 80+');
  },
  'is dismissed, and stays away': async ({ page }) => {
    const banner = page.getByRole('complementary', { name: 'Browser compatibility' });
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('compatibility-banner-dismissed'))).toBe('true');
  },
};
