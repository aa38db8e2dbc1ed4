/** What pictures of the editor begin with: a server of their own, and somebody who works with the demo studio. */
import { test } from '@playwright/test';
import { ines } from '#tests/e2e/journey.ts';
import { demoPerson, type Caller } from '#tests/e2e/people.ts';
import { startServer, type RunningServer } from '#tests/e2e/server.ts';

/** Before each test of a file, on the page of their projects. */
export function openDemoStudio(): { url: () => string; owner: () => Caller } {
  let server: RunningServer;
  let owner: Caller;
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    server = await startServer({ GENERATION_POLL_MS: '200' });
    owner = await demoPerson(page.request, server.url, ines);
    await page.goto(`${server.url}/`);
  });
  test.afterEach(() => server.remove());
  return { url: () => server.url, owner: () => owner };
}
