/** An export goes on while the person looks at another tab. Playwright keeps its pages visible, so the tab is puppeteer's. */
import { chromium, expect, test, type Page as PlaywrightPage } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

/** Encoding 30 s of film on a slow machine that does other things too. */
const EXPORT_MS = 120_000;

let server: RunningServer;
let browser: Browser;

test.beforeAll(async ({ launchOptions }) => {
  server = await startPlantedServer();
  const { executablePath = chromium.executablePath(), args = [] } = launchOptions;
  browser = await puppeteer.launch({ executablePath, args });
});

test.afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('a movie is encoded, checked and kept in a tab that nobody sees', { tag: '@long' }, async ({ page }) => {
  const { projectId } = await openPlanted(page, server.url);
  const tab = await openTab(page, `${server.url}/project/${projectId}`);
  await press(tab, 'Export Movie');
  await tab.locator('input[value="480p"]').click();
  await tab.locator('input[value="mp4"]').click();
  await press(tab, 'Start Export');
  await tab.waitForFunction(() => document.body.innerText.includes('Encoding scene'), { timeout: EXPORT_MS });

  const other = await browser.newPage();
  await other.bringToFront();
  expect(await tab.evaluate(() => document.visibilityState)).toBe('hidden');
  // Polled by the clock: a hidden tab draws no frames.
  await tab.waitForFunction(() => document.body.innerText.includes('4 scenes encoded, checked'), {
    timeout: EXPORT_MS,
    polling: 500,
  });
  expect(await tab.evaluate(() => document.visibilityState)).toBe('hidden');
});

/** The same person's tab in a browser that hides what is behind. */
async function openTab(page: PlaywrightPage, url: string): Promise<Page> {
  const cookies = await page.context().cookies();
  await browser.setCookie(...cookies.map(({ name, value, domain }) => ({ name, value, domain })));
  const tab = await browser.newPage();
  await tab.goto(url);
  return tab;
}

async function press(tab: Page, name: string): Promise<void> {
  await tab.locator(`::-p-aria([name="${name}"][role="button"])`).click();
}
