/** The landing page with its movie, and the page for addresses that lead nowhere. */
import { expect, test, type Page } from '@playwright/test';
import { runRows, type Checklist } from './checklist.ts';
import { ownServer } from './own-server.ts';
import { startServer } from './server.ts';
import { withoutCodecs } from './without-encoders.ts';

type LandingScreen = { page: Page; url: string };
type Rows = Checklist<LandingScreen>;

/** 20.5 s of the movie are 4.5 s of its third clip. */
const POSTER_FRAME = 108;

/** The picture on the screen, as the player names it: scenes count from 1, frames of the clip from 0. */
const picture = (page: Page) => page.locator('figure canvas');
const frameOf = async (page: Page) => Number(await picture(page).getAttribute('data-clip-frame'));
const expectScene = (page: Page, scene: number) =>
  expect(picture(page)).toHaveAttribute('data-scene-number', String(scene));

const startsLogin =
  (name: string) =>
  async ({ page }: LandingScreen): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/api\/login$/);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };

const HEADINGS = [
  'AI Scene Breakdown',
  'Video Generation',
  'Timeline Editor',
  'Export Options',
  'How it works',
  'Ready to Create Your First Video?',
];
const TEXTS = [
  /^Write a movie idea\. Storyreel breaks it into scenes/,
  'Uses your own Gemini API key. About $0.25 per second.',
  'About $0.25 per second, or $30.00 for 2:00',
  /keeps your key encrypted on this server.*sends it only to Google/,
  /\$7\.50 for 0:30, \$30\.00 for 2:00, \$150\.00 for 10:00/,
  /A model generates the clips; nobody filmed them\./,
];

/** Seen by somebody who isn't signed in and does not mind motion. */
const landingRows: Rows = {
  'it says what the product is, what it makes, and what that costs': async ({ page }) => {
    for (const name of HEADINGS) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    for (const text of TEXTS) await expect(page.getByText(text).first()).toBeVisible();
  },
  'the headline is the first heading': ({ page }) =>
    expect(page.getByRole('heading', { level: 1, name: 'AI-Powered Video Production', exact: true })).toBeVisible(),
  'the header has the product and what powers it': async ({ page }) => {
    await expect(page.getByRole('banner')).toContainText('AI Storyreel');
    await expect(page.getByRole('banner')).toContainText('Powered by Veo 3.1');
  },
  'it works in four steps': ({ page }) =>
    expect(page.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveText([
      'Bring your key',
      'Write the idea',
      'Generate the scenes',
      'Cut and export',
      'AI-generated, and it shows',
      'Where your key goes',
      'What it costs',
    ]),
  'the movie begins with its poster, at the frame that the poster shows': async ({ page }) => {
    await expect(page.getByRole('img', { name: /^A caravan crosses the dunes at dawn/ })).toBeVisible();
    await expectScene(page, 3);
    expect(await frameOf(page)).toBeGreaterThanOrEqual(POSTER_FRAME);
  },
  'the movie plays by itself, without sound': async ({ page }) => {
    await expect(page.getByRole('button', { name: 'Unmute the demo movie' })).toBeVisible();
    const before = await frameOf(page);
    await expect.poll(() => frameOf(page)).not.toBe(before);
  },
  'it can be paused and played: by keyboard, and by a click on the picture': async ({ page }) => {
    const pause = page.getByRole('button', { name: 'Pause the demo movie' });
    const play = page.getByRole('button', { name: 'Play the demo movie' });
    await pause.press('Enter');
    await expect(play).toBeVisible();
    await play.press('Enter');
    await expect(pause).toBeVisible();
    await picture(page).click();
    await expect(play).toBeVisible();
  },
  'whatever looks like a control of the movie is one': async ({ page, url }) => {
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
  '"Get Started" starts the login of who isn’t signed in': startsLogin('Get Started'),
  '"Get Started Now" starts the login of who isn’t signed in': startsLogin('Get Started Now'),
  "'View Showcase' goes to '/', which forwards a visitor to the showcase": async ({ page, url }) => {
    await expect(page.getByRole('link', { name: 'View Showcase' })).toHaveAttribute('href', '/');
    await page.getByRole('link', { name: 'View Showcase' }).click();
    await expect(page).toHaveURL(`${url}/showcase`);
    await page.goto(`${url}/`);
    await expect(page).toHaveURL(`${url}/landing`);
  },
  'its title and description name the product and what it does': async ({ page }) => {
    await expect(page).toHaveTitle('AI Storyreel: AI-Powered Video Production');
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Write a movie idea\./);
  },
  'who shares the address shows a picture of 1200 x 630': async ({ page, url }) => {
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
  'there are an icon and rules for robots': async ({ page, url }) => {
    const icon = await page.locator('link[rel="icon"]').getAttribute('href');
    expect((await page.request.get(`${url}${icon}`)).headers()['content-type']).toContain('image/svg+xml');
    expect(await (await page.request.get(`${url}/robots.txt`)).text()).toContain('Disallow: /api/');
  },
  "the browser's own bars have the colour of the theme": async ({ page }) => {
    const colour = page.locator('meta[name="theme-color"]');
    await expect(colour).toHaveAttribute('content', '#111111');
    await page.getByRole('button', { name: /light/i }).click();
    await expect(colour).toHaveAttribute('content', '#f0f0f0');
    await page.reload();
    await expect(colour).toHaveAttribute('content', '#f0f0f0');
    await page.getByRole('button', { name: /dark/i }).click();
    await expect(colour).toHaveAttribute('content', '#111111');
  },
};

/** On an address where there is nothing. */
const notFoundRows: Rows = {
  "says '404 Page Not Found'": ({ page }) =>
    expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true })).toBeVisible(),
  'its title says so too, and search engines are told to leave it': async ({ page }) => {
    await expect(page).toHaveTitle('404 Page Not Found · AI Storyreel');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  },
  'leads back': ({ page }) => expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/'),
};

const server = ownServer(startServer);

test('a visitor sees what the product is, what it costs, and where to begin', async ({ page }) => {
  await page.goto(`${server.url}/landing`);
  await runRows(landingRows, { page, url: server.url });
});

test('an address that leads nowhere says so', async ({ page }) => {
  await page.goto(`${server.url}/nowhere`);
  await runRows(notFoundRows, { page, url: server.url });
});

/** What the page asks for to play the movie: code, and clips. */
function playerRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /(landing-player|create-player|preview\.worker|[a-z-]+\.mp4)/.exec(
      new URL(request.url()).pathname,
    )?.[0];
    if (name !== undefined) asked.push(name);
  });
  return asked;
}

/** Whether the movie stands still, and nothing of it was asked for, when the page has come to rest. */
async function expectPoster(page: Page): Promise<void> {
  const asked = playerRequests(page);
  await page.goto(`${server.url}/landing`);
  // What comes after everything else has come.
  await page.waitForResponse(/\/assets\/landing-gate-/);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Play the demo movie' })).toBeVisible();
  await expect(page.locator('figure canvas')).toHaveCount(0);
  expect(asked).toEqual([]);
}

test('the movie waits for who asked for less motion, and plays when asked', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectPoster(page);
  await page.getByRole('button', { name: 'Play the demo movie' }).click();
  await expect(page.locator('figure canvas')).toHaveAttribute('data-scene-number', '3');
  await expect(page.getByRole('button', { name: 'Pause the demo movie' })).toBeVisible();
});

test('the movie waits for who saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await expectPoster(page);
});

test('the movie brings the clip at its playhead first, and not all of them', async ({ page }) => {
  const asked = playerRequests(page);
  await page.goto(`${server.url}/landing`);
  await expect(page.locator('figure canvas')).toHaveAttribute('data-scene-number', '3');
  const clips = asked.filter((name) => name.endsWith('.mp4'));
  expect(clips[0]).toBe('desert-dawn.mp4');
  expect(clips.length).toBeLessThanOrEqual(2);
});

test('the movie asks to be heard by the click that unmutes it', async ({ page }) => {
  // As where a browser allows no sound before a click, which headless ones do.
  await page.addInitScript(() => {
    const { AudioContext } = window;
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        Object.defineProperty(this, 'state', { value: 'suspended' });
      }
      override async resume(): Promise<void> {
        if (navigator.userActivation.hasBeenActive) document.documentElement.dataset['sound'] = 'allowed';
      }
    };
  });
  await page.goto(`${server.url}/landing`);
  await expect(page.locator('figure canvas')).toHaveAttribute('data-scene-number', '3');
  await page.getByRole('button', { name: 'Unmute the demo movie' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-sound', 'allowed');
});

test('the movie is played by two video elements where the browser has no decoders', async ({ page }) => {
  await withoutCodecs(page);
  await page.goto(`${server.url}/landing`);
  await expect(page.getByRole('button', { name: 'Pause the demo movie' })).toBeVisible();
  await expect
    .poll(() =>
      page
        .locator('figure video')
        .evaluateAll((all) => all.some((one) => one instanceof HTMLVideoElement && !one.paused)),
    )
    .toBe(true);
});

test('the movie whose player can’t be loaded leaves its poster, and nothing that looks like a control', async ({
  page,
}) => {
  await page.route(/landing-player-/, (route) => route.abort());
  await page.goto(`${server.url}/landing`);
  const frame = page.getByRole('figure');
  await expect(frame.getByRole('alert')).toHaveText(
    'Couldn’t load the player. Check your connection and reload the page.',
  );
  await expect(frame.getByRole('img', { name: /^A caravan crosses/ })).toBeVisible();
  await expect(frame.locator('button:enabled, input')).toHaveCount(0);
});

test('the movie whose clip can’t be loaded says so, and plays when it can', async ({ page }) => {
  await page.route('**/sample/*.mp4', (route) => route.abort());
  await page.goto(`${server.url}/landing`);
  const frame = page.getByRole('figure');
  await expect(frame.getByRole('alert')).toHaveText(/^Couldn’t load the clip of scene 3/);
  await page.unroute('**/sample/*.mp4');
  await frame.getByRole('button', { name: 'Play the demo movie' }).click();
  await expect(frame.locator('canvas')).toHaveAttribute('data-scene-number', '3');
  await expect(frame.getByRole('alert')).toHaveCount(0);
});
