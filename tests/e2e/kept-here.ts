/** What the databases of a browser have, whoever's they are: read past the product. */
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { editScene, logOut, scenesOnServer } from './journey.ts';

const userSchema = z.object({ id: z.string() });

/** By database and table, its rows. */
export type Kept = Record<string, Record<string, unknown[]>>;

export function readKept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('It does not answer.')));
      });
    const kept: Record<string, Record<string, unknown[]>> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answerOf(indexedDB.open(name));
      const tables: Record<string, unknown[]> = {};
      for (const table of db.objectStoreNames)
        tables[table] = await answerOf(db.transaction(table).objectStore(table).getAll());
      db.close();
      kept[name] = tables;
    }
    return kept;
  });
}

/** Of whom the page is. */
export async function userId(page: Page, url: string): Promise<string> {
  return userSchema.parse(await (await page.request.get(`${url}/api/auth/user`)).json()).id;
}

/** Edits without the network, and signs out before the server has heard of it. */
export async function editAndSignOut(page: Page, title: string): Promise<void> {
  const changes = /\/api\/(scenes|projects)\//;
  const context = page.context();
  await context.setOffline(true);
  await editScene(page, 1, 'Title', title);
  await context.route(changes, (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()));
  await context.setOffline(false);
  await logOut(page);
  await context.unroute(changes);
}

/** Waits until a title that was kept here is on the page and on the server. */
export async function expectSent(page: Page, url: string, projectId: string, title: string): Promise<void> {
  await expect(page.getByRole('article', { name: `Scene 1: ${title}` })).toBeVisible();
  await expect.poll(async () => (await scenesOnServer(page, url, projectId))[0]?.title).toBe(title);
}
