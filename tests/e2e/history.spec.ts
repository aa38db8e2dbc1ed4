/** Two browsers of one person: what one has replaced is told on both, in one history, and comes back by one click. */
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { editScene, scenesOnServer, untilAppIsKept } from './journey.ts';
import { signInByCall, type Caller } from './people.ts';
import { plantedOwner, servePlanted } from './planted.ts';
import { expectToast } from './toast.ts';

test.use({ serviceWorkers: 'allow' });

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
/** Once a minute at the least, later by up to a quarter of that. */
const HEARD_WITHIN_MS = 80_000;
const OURS = 'Ines sees a light over the water above the sleeping town.';
const THEIRS = 'Ines sees a beam cross the clouds above the sleeping town.';

const server = servePlanted();

/** A planted person's browser, which calls itself what these tests expect, whichever one runs them. */
async function browserNamed(
  browser: Browser,
  userAgent: string,
  index: number,
): Promise<{ context: BrowserContext; caller: Caller; projectId: string }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, userAgent });
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => undefined }),
  );
  const { person, projectId } = await plantedOwner(index);
  return { context, caller: await signInByCall(context.request, server.url, person), projectId };
}

async function openProject(context: BrowserContext, projectId: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.url}/project/${projectId}`);
  await untilAppIsKept(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  return page;
}

const history = (page: Page) => page.getByRole('complementary', { name: 'History' });
const firstCard = (page: Page) => page.getByRole('article').first();

/** As the network does: what waits is sent, and what others have done is brought. */
async function goAway(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
}
async function comeBack(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

test('two browsers edit one text offline: both are told, both show the same entry, and the text comes back on both', async ({
  browser,
}) => {
  const [desk, hand] = [await browserNamed(browser, MAC, 0), await browserNamed(browser, IPHONE, 0)];
  const { projectId } = desk;
  await desk.context.clock.install();
  const [laptop, phone] = [await openProject(desk.context, projectId), await openProject(hand.context, projectId)];
  const described = async (): Promise<string | undefined> =>
    (await scenesOnServer(laptop, server.url, projectId))[0]?.description;

  await test.step('each edits the text without a network, and comes back', async () => {
    await goAway(laptop);
    await goAway(phone);
    await editScene(laptop, 1, 'Description', OURS);
    await editScene(phone, 1, 'Description', THEIRS);
    await comeBack(laptop);
    await expect.poll(described).toBe(OURS);
    await comeBack(phone);
    await expect.poll(described).toBe(THEIRS);
  });

  await test.step('both are told', async () => {
    const title = 'Scene 1 description replaced';
    await expectToast(phone, title, 'Your later version replaced the one from Chrome on macOS. You can restore it.');
    // Nobody does anything there: it hears of it by itself.
    await laptop.clock.fastForward(HEARD_WITHIN_MS);
    const notice = laptop.getByText('A later version from Safari on iPhone replaced yours. You can restore it.');
    await expect(notice).toBeVisible();
    await laptop.getByRole('button', { name: 'Show', exact: true }).click();
  });

  await test.step('both show the same entry', async () => {
    await phone.getByRole('button', { name: 'History', exact: true }).click();
    for (const [page, present, former] of [
      [laptop, 'Safari on iPhone', 'this browser'],
      [phone, 'this browser', 'Chrome on macOS'],
    ] as const) {
      const entry = history(page).getByRole('listitem').first();
      await expect(entry).toContainText('Scene 1 description replaced');
      await expect(entry).toContainText(`In use, from ${present}`);
      await expect(entry).toContainText(`Replaced, from ${former}`);
      await expect(entry.locator('ins')).toHaveText('beam cross the clouds');
      await expect(entry.locator('del')).toHaveText('light over the water');
      await expect(history(page).getByText('Generated the scene breakdown')).toBeVisible();
    }
  });

  await checkWithAxe(laptop, 'history with a replaced text');

  await test.step('the text comes back on both, and Undo takes that back', async () => {
    await history(laptop).getByRole('button', { name: 'Restore this text' }).click();
    await expect(history(laptop).getByText('In use again')).toBeVisible();
    await expect(firstCard(laptop)).toContainText(OURS);
    await expect.poll(described).toBe(OURS);
    await goAway(phone);
    await comeBack(phone);
    await expect(firstCard(phone)).toContainText(OURS);
    await expect(history(phone).getByText('In use again')).toBeVisible();
    await laptop.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(described).toBe(THEIRS);
    await expect(history(laptop).getByRole('listitem').first()).toContainText('Edited the description of scene 1');
  });

  await test.step('offline it is there as it was, and closing it gives the focus back', async () => {
    await goAway(laptop);
    await expect(history(laptop).getByText('You’re offline.')).toBeVisible();
    await expect(history(laptop).getByText('Scene 1 description replaced')).toBeVisible();
    await history(laptop).getByRole('button', { name: 'Close history' }).click();
    await expect(history(laptop)).toBeHidden();
    await expect(laptop.getByRole('button', { name: 'History', exact: true })).toBeFocused();
    await comeBack(laptop);
  });
  for (const page of [laptop, phone]) await page.context().close();
});

test('an order comes back for the scenes that are left; what could not be read is shown, copied and discarded', async ({
  browser,
}) => {
  const { context, caller, projectId } = await browserNamed(browser, MAC, 1);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { scenes } = await caller.project(projectId);
  const order = scenes.toReversed().map(({ id }, place) => ({
    ...{ id, sceneNumber: place + 1, isExtension: false, parentSceneId: null, extensionIndex: null },
  }));
  await caller.send('POST', `/api/projects/${projectId}/reorder-scenes`, { scenes: order });
  const page = await openProject(context, projectId);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });

  await test.step('an order comes back by one click, and Undo takes that back', async () => {
    const idsOnServer = async (): Promise<string[]> =>
      (await scenesOnServer(page, server.url, projectId)).map(({ id }) => id);
    const left = scenes.slice(1);
    const before = left.map(({ id }) => id);
    await page.getByRole('button', { name: 'Delete scene 4', exact: true }).click();
    await expect.poll(idsOnServer).toEqual(before.toReversed());
    await page.getByRole('button', { name: 'History', exact: true }).click();
    const entry = history(page).getByRole('listitem').filter({ hasText: 'Order before' }).last();
    await expect(entry.getByRole('listitem')).toHaveText(left.map(({ title }) => title));
    await entry.getByRole('button', { name: 'Restore this order' }).click();
    await expect(entry).toContainText('In use again');
    await expect.poll(idsOnServer).toEqual(before);
    await undo.click();
    await expect.poll(idsOnServer).toEqual(before.toReversed());
  });

  await test.step('long titles make it no wider than a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    const entry = page
      .getByRole('dialog', { name: 'History' })
      .getByRole('listitem')
      .filter({ hasText: 'Order before' });
    const rightEdge = async (): Promise<number | undefined> => {
      const box = await entry.last().boundingBox();
      return box ? box.x + box.width : undefined;
    };
    await expect.poll(rightEdge).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('what could not be read on this device is shown, copied and discarded', async () => {
    await page.evaluate(async (id) => {
      const kept = (await indexedDB.databases()).find(({ name }) => name?.startsWith('storyreel-'));
      const open = indexedDB.open(kept?.name ?? '');
      await new Promise((resolve) => open.addEventListener('success', resolve));
      const store = open.result.transaction('quarantine', 'readwrite').objectStore('quarantine');
      const row = { id: 'from-another-time', projectId: id, title: 'The lost scene', mood: 7 };
      const adding = store.add({ table: 'scenes', row, reason: '✖ Invalid input: expected string', at: 1 });
      await new Promise((resolve) => adding.addEventListener('success', resolve));
      open.result.close();
    }, projectId);
    await page.goto(`${server.url}/project/${projectId}?panel=history`);
    const aside = history(page).getByRole('region', { name: 'Set aside' });
    await expect(aside).toContainText('Scene: The lost scene');
    await checkWithAxe(page, 'history with what was set aside');
    await aside.getByRole('button', { name: 'Copy as text' }).click();
    await expectToast(page, 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"mood": 7');
    await aside.getByRole('button', { name: 'Discard' }).click();
    await expect(aside).toBeHidden();
    await undo.click();
    await expect(aside).toContainText('Scene: The lost scene');
  });
  await context.close();
});
