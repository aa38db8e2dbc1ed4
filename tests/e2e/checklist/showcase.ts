/** What the showcase says and does. */
import { expect, type Page } from '@playwright/test';
import type { Checklist } from './checklist.ts';

export type ShowcaseScreen = { page: Page; url: string; projectId: string; draftId: string; privateId: string };
type Rows = Checklist<ShowcaseScreen>;

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });

/** On /showcase while nobody has published anything. */
export const emptyShowcaseRows: Rows = {
  "says 'No Public Projects Yet'": ({ page }) =>
    expect(page.getByRole('heading', { name: 'No Public Projects Yet', exact: true })).toBeVisible(),
  'offers a link to create the first project': ({ page }) =>
    expect(page.getByRole('link', { name: 'Create the first project' })).toHaveAttribute('href', '/'),
};

/** On /showcase with three projects, seen by somebody who isn't signed in. */
export const galleryRows: Rows = {
  'its title names it': ({ page }) => expect(page).toHaveTitle('Showcase · AI Storyreel'),
  'the header has the product and what powers it': async ({ page }) => {
    await expect(page.getByRole('banner')).toContainText('AI Storyreel');
    await expect(page.getByRole('banner')).toContainText('Powered by Veo 3.1');
  },
  'one card for each published project and none for a private one': async ({ page }) => {
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByText('Nobody Sees This')).toHaveCount(0);
  },
  'a card has title and description': async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'The Glass Lighthouse' })).toBeVisible();
    await expect(card(page, 'The Glass Lighthouse')).toContainText('A harbour town has forgotten its lighthouse.');
  },
  'a card has the number of its scenes': ({ page }) =>
    expect(card(page, 'The Glass Lighthouse').getByText('4 scenes', { exact: true })).toBeVisible(),
  'a card has its length as m:ss, after trims': ({ page }) =>
    expect(card(page, 'The Glass Lighthouse').getByText('0:24', { exact: true })).toBeVisible(),
  'a card has its author by name, with initials': async ({ page }) => {
    await expect(card(page, 'The Glass Lighthouse').getByText('Ines Moreau', { exact: true })).toBeVisible();
    await expect(card(page, 'The Glass Lighthouse').getByText('IM', { exact: true })).toBeVisible();
  },
  "who gave no name is 'Anonymous', with a U": async ({ page }) => {
    await expect(card(page, 'A Letter by Whale').getByText('Anonymous', { exact: true })).toBeVisible();
    await expect(card(page, 'A Letter by Whale').getByText('U', { exact: true })).toBeVisible();
  },
  'the first frame of a movie is its poster': async ({ page }) => {
    const poster = card(page, 'The Glass Lighthouse').locator('img').first();
    await expect
      .poll(() => poster.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(0);
  },
  'a movie without a frame has a poster of its title and genre': async ({ page }) => {
    await expect(card(page, 'A Letter by Whale').locator('img')).toHaveCount(0);
    await expect(card(page, 'A Letter by Whale').getByText('Adventure', { exact: true })).toBeVisible();
  },
  "'View Project' leads to the project's page, from anywhere on the card": async ({ page, projectId }) => {
    const link = card(page, 'The Glass Lighthouse').getByRole('link', { name: 'View Project', exact: true });
    await expect(link).toHaveAttribute('href', `/showcase/${projectId}`);
    await card(page, 'The Glass Lighthouse').click({ position: { x: 30, y: 30 } });
    await expect(page).toHaveURL(new RegExp(`/showcase/${projectId}$`));
    await page.goBack();
    await expect(page.getByRole('article')).toHaveCount(2);
  },
  'who is not signed in is asked in': ({ page }) =>
    expect(page.getByRole('banner').getByRole('button', { name: 'Get Started' })).toBeVisible(),
};

/** On /showcase/:id of the movie, seen by somebody who isn't signed in. */
export const projectRows: Rows = {
  'title, description, author, scenes, length and genre stand at its head': async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'The Glass Lighthouse' })).toBeVisible();
    const main = page.getByRole('main');
    for (const text of [/^A harbour town has forgotten its lighthouse\./, 'Ines Moreau', '4 scenes', '0:24', 'Drama'])
      await expect(main.getByText(text).first()).toBeVisible();
  },
  'its title names the movie, its description describes it': async ({ page }) => {
    await expect(page).toHaveTitle('The Glass Lighthouse · Showcase · AI Storyreel');
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /A harbour town/);
  },
  'the movie stands above everything else, and waits for whoever asked for less motion': async ({ page }) => {
    const movie = page.getByRole('region', { name: 'Movie' });
    await expect(movie.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    const bottom = await movie.evaluate((element) => element.getBoundingClientRect().bottom);
    const tabs = await page.getByRole('tablist').evaluate((element) => element.getBoundingClientRect().top);
    expect(bottom).toBeLessThan(tabs);
  },
  'the tabs are Scenes and Timeline, Scenes first': async ({ page }) => {
    await expect(page.getByRole('tab')).toHaveCount(2);
    await expect(page.getByRole('tab').nth(0)).toHaveAccessibleName('Scenes');
    await expect(page.getByRole('tab').nth(1)).toHaveAccessibleName('Timeline');
    await expect(page.getByRole('tab', { name: 'Scenes' })).toHaveAttribute('aria-selected', 'true');
  },
  'every scene has its number, length, title and words': async ({ page }) => {
    const scenes = page.getByRole('article', { name: /^Scene \d: / });
    await expect(scenes).toHaveCount(4);
    await expect(scenes.first().getByText('1', { exact: true })).toBeVisible();
    await expect(scenes.first().getByText('0:02', { exact: true })).toBeVisible();
    await expect(scenes.first().getByRole('heading')).not.toBeEmpty();
  },
  'clips of the demo studio are marked': ({ page }) =>
    expect(page.getByText('Demo picture', { exact: true })).toHaveCount(4),
  'nothing can be edited, moved, deleted or downloaded': async ({ page }) => {
    const main = page.getByRole('main');
    await expect(main.getByRole('tabpanel').getByRole('button')).toHaveCount(0);
    for (const button of await main.getByRole('button').all())
      await expect(button).toHaveAccessibleName(
        /^(Previous scene|Play|Next scene|Mute|Fullscreen|Report this movie…)$/,
      );
    await expect(main.getByRole('switch')).toHaveCount(0);
    await expect(main.getByRole('textbox')).toHaveCount(0);
  },
  'a stranger has no way to the editor': ({ page }) =>
    expect(page.getByRole('link', { name: 'Open in the editor' })).toHaveCount(0),
};

/** On the Timeline tab of that page. */
export const timelineRows: Rows = {
  'plays, and pauses': async ({ page }) => {
    const playhead = page.getByRole('slider', { name: 'Playhead' });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect
      .poll(async () => Number((await playhead.getAttribute('aria-valuenow')) ?? (await playhead.inputValue())))
      .toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  },
  'goes to the next and the previous scene': async ({ page }) => {
    const current = page.locator('[aria-current="true"]');
    await page.getByRole('button', { name: 'Next scene' }).click();
    await expect(current).toHaveAccessibleName(/^Scene 2:/);
    await page.getByRole('button', { name: 'Previous scene' }).click();
    await expect(current).toHaveAccessibleName(/^Scene 1:/);
  },
  'plays what the trims leave': ({ page }) => expect(page.getByText('/ 0:24:00')).toBeVisible(),
  'has the texts of its owner': ({ page }) =>
    expect(page.getByText('Nobody is home', { exact: true }).first()).toBeAttached(),
  'has volume, mute and fullscreen': async ({ page }) => {
    await expect(page.getByRole('slider', { name: 'Volume' })).toBeVisible();
    await page.getByRole('button', { name: 'Mute' }).click();
    await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
    await page.getByRole('button', { name: 'Fullscreen' }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    const screen = page.locator(':fullscreen');
    await screen.getByRole('slider', { name: 'Position in the movie' }).fill('3');
    await expect(screen.getByText(/^0:03 \/ /)).toBeVisible();
    await screen.getByRole('button', { name: 'Exit fullscreen', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
  },
  'offers nothing that would change the movie': async ({ page }) => {
    for (const name of [/trim/i, /add text/i, /download/i, /delete/i, /undo/i])
      await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
  },
};

/** Addresses of what can't be seen. */
export const refusalRows: Rows = {
  'a missing project says so, word for word': async ({ page, url }) => {
    await page.goto(`${url}/showcase/01890000-0000-7000-8000-000000000000`);
    await expect(page.getByRole('heading', { name: 'Project not found', exact: true })).toBeVisible();
    await expect(page.getByText("This project doesn't exist or has been removed.", { exact: true })).toBeVisible();
  },
  'an address that is no id says the same': async ({ page, url }) => {
    await page.goto(`${url}/showcase/my-movie`);
    await expect(page.getByRole('heading', { name: 'Project not found', exact: true })).toBeVisible();
  },
  'a private project says so, word for word': async ({ page, url, privateId }) => {
    await page.goto(`${url}/showcase/${privateId}`);
    await expect(page.getByRole('heading', { name: 'This project is private', exact: true })).toBeVisible();
  },
  'search engines are told to leave such pages': ({ page }) =>
    expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex'),
  'a project without a finished scene has its Timeline tab disabled': async ({ page, url, draftId }) => {
    await page.goto(`${url}/showcase/${draftId}`);
    await expect(page.getByRole('tab', { name: 'Timeline' })).toBeDisabled();
    await expect(page.getByRole('article', { name: /^Scene 1: / }).getByText('Pending')).toBeVisible();
  },
};
