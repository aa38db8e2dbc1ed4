/**
 * The browser is killed (SIGKILL) at random moments while somebody edits without a network: every edit whose control said
 * that it is saved is there at the next start. In the end the cookies are lost, and the server has everything soon after
 * the person signs in again. `npm run test:long` kills fifty times.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { chromiumLaunch } from '#tests/helpers/chromium-launch.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { editScene, scenesOnServer, untilAppIsKept } from './journey.ts';
import { signInByCall } from './people.ts';
import { openPlanted, startPlantedServer } from './planted.ts';

const KILLS = Number(process.env['TEST_BROWSER_KILLS'] ?? 3);
const SEED = Number(process.env['TEST_SEED'] ?? 19);
const LATEST_MS = 4_000;
const HEARD_WITHIN_MS = 5_000;

/** The browser's own process, and no other: the one that was started on this profile. */
async function pidOf(profile: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=')) return Number(pid);
  }
  throw new Error('The browser isn’t running.');
}

async function start(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch,
    viewport: { width: 1280, height: 800 },
  });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

test(`an edit that was saved outlives the browser, killed ${KILLS} times (seed ${SEED})`, async () => {
  test.setTimeout(120_000 + KILLS * 30_000);
  const random = randomFrom(SEED);
  const server = await startPlantedServer();
  const profile = await mkdtemp(join(tmpdir(), 'storyreel-killed-'));
  let { context, page } = await start(profile);
  try {
    const { person, projectId } = await openPlanted(page, server.url);
    const address = `${server.url}/project/${projectId}`;
    await untilAppIsKept(page);
    const firstTitle = (tab: Page) => tab.getByRole('article').first().getByRole('heading').first();
    let saved = (await firstTitle(page).textContent()) ?? '';
    let savedCount = 0;
    for (let round = 1; round <= KILLS; round++) {
      await context.setOffline(true);
      let isDead = false;
      let typed = saved;
      const editing = (async () => {
        for (let n = 1; !isDead; n++) {
          typed = `Cut ${round}.${n}`;
          await editScene(page, 1, 'Title', typed);
          await expect(page.getByRole('article', { name: `Scene 1: ${typed}` })).toBeVisible();
          saved = typed;
          savedCount++;
        }
      })().catch((error: unknown) => {
        // What is under way when the browser dies fails.
        if (!isDead) throw error;
      });
      await new Promise((resolve) => setTimeout(resolve, 400 + random() * LATEST_MS));
      isDead = true;
      process.kill(await pidOf(profile), 'SIGKILL');
      await editing;
      await context.close().catch(() => undefined);
      ({ context, page } = await start(profile));
      await context.setOffline(true);
      await page.goto(address);
      // One that was on its way may have come through, or not.
      await expect(firstTitle(page)).toHaveText(new RegExp(`^(?:${saved}|${typed})$`));
      saved = (await firstTitle(page).textContent()) ?? '';
    }
    expect(savedCount).toBeGreaterThan(0);
    await context.clearCookies();
    await context.setOffline(false);
    await page.goto(`${server.url}/`);
    await page.waitForURL('**/landing');
    await signInByCall(context.request, server.url, person);
    await page.goto(address);
    await expect(page.getByRole('article').first()).toBeVisible();
    const onServer = async () => (await scenesOnServer(page, server.url, projectId))[0]?.title;
    await expect.poll(onServer, { timeout: HEARD_WITHIN_MS }).toBe(saved);
    console.log(`${KILLS} kills, ${savedCount} edits said to be saved, none lost`);
  } finally {
    await context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
    await server.remove();
  }
});
