/** What the landing page says and does. */
import { expect, type Page } from '@playwright/test';
import type { ChecklistRow } from './checklist.ts';

export type LandingScreen = { page: Page; url: string };
type Row = ChecklistRow<LandingScreen>;

/** 20.5 s of the movie are 4.5 s of its third clip. */
const POSTER_FRAME = 108;

/** The picture on the screen, as the player names it: scenes count from 1, frames of the clip from 0. */
const picture = (page: Page) => page.locator('figure canvas');
const frameOf = async (page: Page) => Number(await picture(page).getAttribute('data-clip-frame'));
const expectScene = (page: Page, scene: number) =>
  expect(picture(page)).toHaveAttribute('data-scene-number', String(scene));

const heading = (name: string): Row => ({
  what: `has the heading '${name}'`,
  check: ({ page }) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible(),
});

const text = (words: string | RegExp): Row => ({
  what: `says ${String(words)}`,
  check: ({ page }) => expect(page.getByText(words).first()).toBeVisible(),
});

const startsLogin = (name: string): Row => ({
  what: `'${name}' starts the login of who isn't signed in`,
  check: async ({ page }) => {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/api\/login$/);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
});

/** Seen by somebody who isn't signed in and does not mind motion. */
export const landingRows: readonly Row[] = [
  {
    what: 'the headline is the first heading',
    check: ({ page }) =>
      expect(page.getByRole('heading', { level: 1, name: 'AI-Powered Video Production', exact: true })).toBeVisible(),
  },
  text(/^Write a movie idea\. Storyreel breaks it into scenes/),
  text('Uses your own Gemini API key. About $0.25 per second.'),
  {
    what: 'the header has the product and what powers it',
    check: async ({ page }) => {
      await expect(page.getByRole('banner')).toContainText('AI Storyreel');
      await expect(page.getByRole('banner')).toContainText('Powered by Veo 3.1');
    },
  },
  heading('AI Scene Breakdown'),
  heading('Video Generation'),
  heading('Timeline Editor'),
  heading('Export Options'),
  heading('How it works'),
  {
    what: 'it works in four steps',
    check: ({ page }) =>
      expect(page.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveText([
        'Bring your key',
        'Write the idea',
        'Generate the scenes',
        'Cut and export',
        'AI-generated, and it shows',
        'Where your key goes',
        'What it costs',
      ]),
  },
  text('About $0.25 per second, or $30.00 for 2:00'),
  text(/keeps your key encrypted on this server.*sends it only to Google/),
  text(/\$7\.50 for 0:30, \$30\.00 for 2:00, \$150\.00 for 10:00/),
  text(/A model generates the clips; nobody filmed them\./),
  heading('Ready to Create Your First Video?'),
  {
    what: 'the movie begins with its poster, at the frame that the poster shows',
    check: async ({ page }) => {
      await expect(page.getByRole('img', { name: /^A caravan crosses the dunes at dawn/ })).toBeVisible();
      await expectScene(page, 3);
      expect(await frameOf(page)).toBeGreaterThanOrEqual(POSTER_FRAME);
    },
  },
  {
    what: 'the movie plays by itself, without sound',
    check: async ({ page }) => {
      await expect(page.getByRole('button', { name: 'Unmute the demo movie' })).toBeVisible();
      const before = await frameOf(page);
      await expect.poll(() => frameOf(page)).not.toBe(before);
    },
  },
  {
    what: 'it can be paused and played: by keyboard, and by a click on the picture',
    check: async ({ page }) => {
      const pause = page.getByRole('button', { name: 'Pause the demo movie' });
      const play = page.getByRole('button', { name: 'Play the demo movie' });
      await pause.press('Enter');
      await expect(play).toBeVisible();
      await play.press('Enter');
      await expect(pause).toBeVisible();
      await picture(page).click();
      await expect(play).toBeVisible();
    },
  },
  {
    what: 'whatever looks like a control of the movie is one',
    check: async ({ page, url }) => {
      const frame = page.getByRole('figure', { name: 'The editor with the sample project' });
      await frame.getByRole('button', { name: 'Scene 4: Over the Peaks' }).click();
      await expectScene(page, 4);
      await frame.getByRole('button', { name: 'Previous scene' }).click();
      await expectScene(page, 3);
      await frame.getByRole('button', { name: 'Next scene' }).click();
      await expectScene(page, 4);
      const position = frame.getByRole('slider', { name: 'Position in the demo movie' });
      await expect(position).toHaveAttribute('aria-valuetext', '0:24');
      await position.press('End');
      await expectScene(page, 5);
      await position.press('Home');
      await expectScene(page, 1);
      await frame.getByRole('button', { name: 'Unmute the demo movie' }).click();
      await frame.getByRole('button', { name: 'Mute the demo movie' }).click();
      await expect(frame.getByRole('button', { name: 'Unmute the demo movie' })).toBeVisible();
      await frame.getByRole('button', { name: 'Show the demo movie in fullscreen' }).click();
      await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
      await page.evaluate(() => document.exitFullscreen());
      await frame.getByRole('link', { name: 'Open the sample project' }).click();
      await expect(page).toHaveURL(`${url}/showcase/sample`);
      await expect(page.getByRole('region', { name: 'Movie' })).toBeVisible();
      await page.goto(`${url}/landing`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  startsLogin('Get Started'),
  startsLogin('Get Started Now'),
  {
    what: "'View Showcase' goes to '/', which forwards a visitor to the showcase",
    check: async ({ page, url }) => {
      await expect(page.getByRole('link', { name: 'View Showcase' })).toHaveAttribute('href', '/');
      await page.getByRole('link', { name: 'View Showcase' }).click();
      await expect(page).toHaveURL(`${url}/showcase`);
      await page.goto(`${url}/`);
      await expect(page).toHaveURL(`${url}/landing`);
    },
  },
  {
    what: 'its title and description name the product and what it does',
    check: async ({ page }) => {
      await expect(page).toHaveTitle('AI Storyreel: AI-Powered Video Production');
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Write a movie idea\./);
    },
  },
  {
    what: 'who shares the address shows a picture of 1200 x 630',
    check: async ({ page, url }) => {
      const address = await page.locator('meta[property="og:image"]').getAttribute('content');
      expect(address).toBe(`${url}/share.jpg`);
      const size = await page.evaluate(async (source) => {
        const picture = new Image();
        picture.src = source;
        await picture.decode();
        return [picture.naturalWidth, picture.naturalHeight];
      }, String(address));
      expect(size).toEqual([1_200, 630]);
    },
  },
  {
    what: 'there are an icon and rules for robots',
    check: async ({ page, url }) => {
      const icon = await page.locator('link[rel="icon"]').getAttribute('href');
      expect((await page.request.get(`${url}${icon}`)).headers()['content-type']).toContain('image/svg+xml');
      expect(await (await page.request.get(`${url}/robots.txt`)).text()).toContain('Disallow: /api/');
    },
  },
  {
    what: "the browser's own bars have the colour of the theme",
    check: async ({ page }) => {
      const colour = page.locator('meta[name="theme-color"]');
      await expect(colour).toHaveAttribute('content', '#111111');
      await page.getByRole('button', { name: /light/i }).click();
      await expect(colour).toHaveAttribute('content', '#f0f0f0');
      await page.reload();
      await expect(colour).toHaveAttribute('content', '#f0f0f0');
      await page.getByRole('button', { name: /dark/i }).click();
      await expect(colour).toHaveAttribute('content', '#111111');
    },
  },
];

/** On an address where there is nothing. */
export const notFoundRows: readonly Row[] = [
  {
    what: "says '404 Page Not Found'",
    check: ({ page }) =>
      expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true })).toBeVisible(),
  },
  {
    what: 'its title says so too, and search engines are told to leave it',
    check: async ({ page }) => {
      await expect(page).toHaveTitle('404 Page Not Found · AI Storyreel');
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    },
  },
  {
    what: 'leads back',
    check: ({ page }) => expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/'),
  },
];
