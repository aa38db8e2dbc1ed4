/** People who share a browser: each has a database there, and nobody meets another's. */
import { expect, test } from '@playwright/test';
import { databaseNameOf } from '#data/people/page-person.ts';
import { logOut, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { editAndSignOut, expectSent, readKept, userId } from './kept-here.ts';
import { openPlanted, servePlanted } from './planted.ts';

test.use({ serviceWorkers: 'allow' });

const server = servePlanted();

test('who signs out keeps everything, unsent changes too, and whoever comes next meets none of it', async ({
  page,
  context,
}) => {
  const { person, projectId } = await openPlanted(page, server.url, 0);
  const ines = await userId(page, server.url);
  await untilAppIsKept(page);
  await untilClipsAreKept(page, server.url);
  const other = await context.newPage();
  await other.goto(`${server.url}/project/${projectId}`);
  await expect(other.getByRole('article')).toHaveCount(4);
  await editAndSignOut(page, 'Written on the train');
  // Her other tab doesn't stay open for the next person.
  await other.waitForURL('**/landing');
  await other.close();

  await test.step('without the network nobody is let in, either', async () => {
    await context.setOffline(true);
    await page.goto(`${server.url}/project/${projectId}`);
    await page.waitForURL('**/landing');
    // No page of the app looks around while somebody else signs in.
    await page.goto('about:blank');
    await context.setOffline(false);
  });

  await test.step('somebody else finds nothing of it', async () => {
    await openPlanted(page, server.url, 1);
    const noor = await userId(page, server.url);
    const kept = await readKept(page);
    expect(Object.keys(kept).toSorted()).toEqual([null, ines, noor].map(databaseNameOf).toSorted());
    const reachable = JSON.stringify([kept[databaseNameOf(null)], kept[databaseNameOf(noor)]]);
    for (const trace of [ines, person.email, projectId, 'Written on the train']) expect(reachable).not.toContain(trace);
    await page.goto(`${server.url}/`);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.locator(`a[href*="${projectId}"]`)).toHaveCount(0);
    await page.goto(`${server.url}/settings/storage`);
    await expect(page.locator(`a[href*="${projectId}"]`)).toHaveCount(0);
    await page.goto(`${server.url}/project/${projectId}`);
    await expect(page.getByText('Written on the train')).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(0);

    await page.goto(`${server.url}/`);
    await logOut(page, true);
    await expect
      .poll(async () => Object.keys(await readKept(page)).toSorted())
      .toEqual([null, ines].map(databaseNameOf).toSorted());
  });

  await test.step('she comes back to everything, and it is sent', async () => {
    const waiting = (await readKept(page))[databaseNameOf(ines)]?.['outbox'];
    expect(waiting).toHaveLength(1);
    await openPlanted(page, server.url, 0);
    await expectSent(page, server.url, projectId, 'Written on the train');
    await expect.poll(async () => (await readKept(page))[databaseNameOf(ines)]?.['outbox']).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('article', { name: 'Scene 1: Written on the train' })).toBeVisible();
    await context.setOffline(false);
  });
});
