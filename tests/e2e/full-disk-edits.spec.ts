/** A browser that has no room for an edit: the page says so, what was typed stays, and is saved once there is room. */
import { expect, test } from '@playwright/test';
import { block, openTimeline } from './editing.ts';
import { editScene, filesOnDevice, scenesOnServer, untilClipsAreKept } from './journey.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { faultsIn } from './server.ts';
import { toastsOn } from './toast.ts';

const SAID = 'This browser is out of space, so the change wasn’t saved. Free up space in Settings, under Storage.';

test('edits that don’t fit say so, and their drafts stay until they do', async ({ page }) => {
  const server = await startPlantedServer();
  try {
    // As a browser says it in the middle of a transaction; its own quota is not asked for so few bytes.
    await page.addInitScript(() => {
      for (const name of ['put', 'add'] as const) {
        const write = IDBObjectStore.prototype[name];
        IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...row) {
          if (Reflect.get(globalThis, 'isFull') === true) throw new DOMException('Full.', 'QuotaExceededError');
          return write.apply(this, row);
        };
      }
    });
    const { projectId } = await openPlanted(page, server.url);
    await untilClipsAreKept(page, server.url);
    const fill = (isFull: boolean) => page.evaluate((is) => void Object.assign(globalThis, { isFull: is }), isFull);
    const first = async () => (await scenesOnServer(page, server.url, projectId))[0];

    await test.step('words in a dialog', async () => {
      await fill(true);
      await page.getByRole('button', { name: 'Edit scene 1', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Scene 1' });
      const title = dialog.getByLabel('Title', { exact: true });
      await title.fill('The last boat');
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(toastsOn(page).getByText(SAID)).toBeVisible();
      await expect(title).toHaveValue('The last boat');
      expect((await first())?.title).not.toBe('The last boat');
      await fill(false);
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(dialog).toBeHidden();
      await expect.poll(async () => (await first())?.title).toBe('The last boat');
      await toastsOn(page).getByLabel('Dismiss').first().click();
    });

    await test.step('an edge that is trimmed', async () => {
      await openTimeline(page);
      await block(page, 1).click({ position: { x: 12, y: 8 } });
      const edge = page.getByRole('slider', { name: 'End of scene 1', exact: true });
      await edge.focus();
      await page.keyboard.press('Shift+ArrowLeft');
      await fill(true);
      await page.keyboard.press('Enter');
      await expect(toastsOn(page).getByText(SAID)).toBeVisible();
      await fill(false);
      await page.getByRole('button', { name: 'Trim mode', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'End point' })).toHaveValue('7.00');
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await expect.poll(async () => (await first())?.trimEnd).toBe(7);
    });
    expect(faultsIn(server.log())).toEqual([]);
  } finally {
    await server.remove();
  }
});

test('in a browser that clips have filled, edits take the room that was kept for them', async ({ page }) => {
  const server = await startPlantedServer();
  try {
    // Full until that file goes.
    await page.addInitScript(() => {
      const write = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...row) {
        if (Reflect.get(globalThis, 'isFull') === true) throw new DOMException('Full.', 'QuotaExceededError');
        return write.apply(this, row);
      };
      const remove = FileSystemDirectoryHandle.prototype.removeEntry;
      FileSystemDirectoryHandle.prototype.removeEntry = async function (this: FileSystemDirectoryHandle, ...entry) {
        await remove.apply(this, entry);
        if (entry[0] === 'spare') Object.assign(globalThis, { isFull: false });
      };
    });
    const { projectId } = await openPlanted(page, server.url);
    await untilClipsAreKept(page, server.url);
    expect(await filesOnDevice(page, 'spare-room')).toEqual(['spare']);
    expect(await filesOnDevice(page, 'segments')).toEqual([]);
    await page.evaluate(() => void Object.assign(globalThis, { isFull: true }));
    await editScene(page, 1, 'Description', 'Rain on the lantern room. '.repeat(20).trim());
    await expect(toastsOn(page).getByText(SAID)).toHaveCount(0);
    expect(await filesOnDevice(page, 'spare-room')).toEqual([]);
    const first = async () => (await scenesOnServer(page, server.url, projectId))[0];
    await expect.poll(async () => (await first())?.description).toMatch(/^Rain on the lantern room/);
    expect(faultsIn(server.log())).toEqual([]);
  } finally {
    await server.remove();
  }
});
