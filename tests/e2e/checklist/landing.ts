/** What the landing page says and does. */
import { expect, type Page } from '@playwright/test';
import type { ChecklistRow } from './checklist.ts';

export type LandingScreen = { page: Page; url: string };
type Row = ChecklistRow<LandingScreen>;

const MOVIE_BYTES = 1_500_000;

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
      const movie = page.locator('video');
      await expect(movie).toHaveJSProperty('preload', 'none');
      expect(await movie.evaluate((video) => (video instanceof HTMLVideoElement ? video.currentSrc : ''))).toMatch(
        /\.mp4#t=10\.5$/,
      );
      await expect(page.getByRole('img', { name: /^A caravan crosses the dunes at dawn/ })).toBeVisible();
    },
  },
  {
    what: 'the movie plays by itself: without sound, again and again',
    check: async ({ page }) => {
      const movie = page.locator('video');
      await expect(movie).toHaveJSProperty('muted', true);
      await expect(movie).toHaveJSProperty('loop', true);
      await expect(movie).toHaveJSProperty('paused', false);
    },
  },
  {
    what: 'it can be paused and played, by keyboard too',
    check: async ({ page }) => {
      const movie = page.locator('video');
      await page.getByRole('button', { name: 'Pause the demo movie' }).press('Enter');
      await expect(movie).toHaveJSProperty('paused', true);
      await page.getByRole('button', { name: 'Play the demo movie' }).press('Enter');
      await expect(movie).toHaveJSProperty('paused', false);
    },
  },
  {
    what: 'whatever looks like a control of the movie is one',
    check: async ({ page, url }) => {
      const movie = page.locator('video');
      const seconds = () => movie.evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : -1));
      const frame = page.getByRole('figure', { name: 'The editor with a demo studio movie' });
      await frame.getByRole('button', { name: 'Scene 4: Over the peaks' }).click();
      await expect.poll(seconds).toBeGreaterThanOrEqual(12);
      await frame.getByRole('button', { name: 'Previous scene' }).click();
      await expect.poll(seconds).toBeLessThan(12);
      await frame.getByRole('button', { name: 'Next scene' }).click();
      await expect.poll(seconds).toBeGreaterThanOrEqual(12);
      await frame.getByRole('button', { name: 'Unmute the demo movie' }).click();
      await expect(movie).toHaveJSProperty('muted', false);
      await frame.getByRole('button', { name: 'Mute the demo movie' }).click();
      await expect(movie).toHaveJSProperty('muted', true);
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
  {
    what: 'the movie is an MP4 of less than 1.5 MB',
    check: async ({ page }) => {
      const source = await page.locator('video').evaluate((video) => video.getAttribute('src'));
      const reply = await page.request.get(new URL(String(source), page.url()).href);
      expect(reply.headers()['content-type']).toBe('video/mp4');
      expect((await reply.body()).byteLength).toBeLessThan(MOVIE_BYTES);
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
