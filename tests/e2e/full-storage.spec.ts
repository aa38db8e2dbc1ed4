/** A browser that is full, or nearly: it says so and where to make room, edits come first, and what was typed stays. */
import { expect, test, type Page } from '@playwright/test';
import { block, openTimeline } from './editing.ts';
import { editScene, filesOnDevice, scenesOnServer, untilClipsAreKept } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';
import { toastsOn } from './toast.ts';

const server = servePlanted();

const LONG_TEXT = 'Rain on the lantern room. '.repeat(20).trim();

test('edits take the room that was kept for them; those that don’t fit say so, and their drafts stay until they do', async ({
  page,
}) => {
  // As a browser says it in the middle of a transaction; its own quota is not asked for so few bytes.
  await page.addInitScript(() => {
    const disk = { isFull: false, isSpareEnough: true };
    Object.assign(globalThis, { disk });
    for (const name of ['put', 'add'] as const) {
      const write = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...row) {
        if (disk.isFull) throw new DOMException('Full.', 'QuotaExceededError');
        return write.apply(this, row);
      };
    }
    const remove = FileSystemDirectoryHandle.prototype.removeEntry;
    FileSystemDirectoryHandle.prototype.removeEntry = async function (this: FileSystemDirectoryHandle, ...entry) {
      await remove.apply(this, entry);
      if (entry[0] === 'spare' && disk.isSpareEnough) disk.isFull = false;
    };
  });
  const said = toastsOn(page).getByText(
    'This browser is out of space, so the change wasn’t saved. Free up space in Settings, under Storage.',
  );
  const { projectId } = await openPlanted(page, server.url);
  await untilClipsAreKept(page, server.url);
  const first = async () => (await scenesOnServer(page, server.url, projectId))[0];
  const set = (disk: { isFull: boolean; isSpareEnough?: boolean }) =>
    page.evaluate((is) => void Object.assign(Reflect.get(globalThis, 'disk'), is), disk);

  await test.step('the room that was kept', async () => {
    expect(await filesOnDevice(page, 'spare-room')).toEqual(['spare']);
    expect(await filesOnDevice(page, 'segments')).toEqual([]);
    await set({ isFull: true });
    await editScene(page, 1, 'Description', LONG_TEXT);
    await expect(said).toHaveCount(0);
    expect(await filesOnDevice(page, 'spare-room')).toEqual([]);
    await expect.poll(async () => (await first())?.description).toBe(LONG_TEXT);
  });

  await test.step('words in a dialog', async () => {
    await set({ isFull: true, isSpareEnough: false });
    await page.getByRole('button', { name: 'Edit scene 1', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Scene 1' });
    const title = dialog.getByLabel('Title', { exact: true });
    await title.fill('The last boat');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(said).toBeVisible();
    await expect(title).toHaveValue('The last boat');
    expect((await first())?.title).not.toBe('The last boat');
    await set({ isFull: false });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await first())?.title).toBe('The last boat');
    await toastsOn(page).getByLabel('Dismiss').first().click();
  });

  await test.step('an edge that is trimmed', async () => {
    await openTimeline(page);
    await block(page, 1).click({ position: { x: 12, y: 8 } });
    await page.getByRole('slider', { name: 'End of scene 1', exact: true }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await set({ isFull: true });
    await page.keyboard.press('Enter');
    await expect(said).toBeVisible();
    await set({ isFull: false });
    await page.getByRole('button', { name: 'Trim mode', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'End point' })).toHaveValue('7.00');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect.poll(async () => (await first())?.trimEnd).toBe(7);
  });
});

/** The browser tells of 2 GB, of which so much is left, and keeps everything if it is asked; on a page `#broken` it answers nothing. */
async function plantRoom(page: Page, freeBytes: number): Promise<void> {
  await page.addInitScript((bytes) => {
    const quota = 2_000_000_000;
    const storage = { freeBytes: bytes, isBroken: location.hash === '#broken', isPersisted: false };
    Object.assign(globalThis, { storage });
    const unlessBroken = async (answer: () => boolean): Promise<boolean> => {
      if (storage.isBroken) throw new DOMException('Try later.', 'InvalidStateError');
      return answer();
    };
    // Rows and the app take room, too: none of it lies in files.
    navigator.storage.estimate = () => Promise.resolve({ quota, usage: quota - storage.freeBytes });
    navigator.storage.persisted = () => unlessBroken(() => storage.isPersisted);
    navigator.storage.persist = () => unlessBroken(() => (storage.isPersisted = true));
  }, freeBytes);
}

const setBroken = (page: Page, isBroken: boolean): Promise<void> =>
  page.evaluate((is) => void Object.assign(Reflect.get(globalThis, 'storage'), { isBroken: is }), isBroken);

test('little room left is an alert, and the browser can be asked to keep everything, again if it doesn’t answer', async ({
  page,
  context,
}) => {
  await plantRoom(page, 150_000_000);
  await openPlanted(page, server.url, 1);
  await expect(toastsOn(page).getByText('Only 150 MB left in this browser')).toBeVisible();
  const [storage] = await Promise.all([
    context.waitForEvent('page'),
    toastsOn(page).getByRole('button', { name: 'Open Storage' }).click(),
  ]);
  await expect(storage.getByRole('heading', { name: 'Storage', level: 1 })).toBeVisible();
  await page.goto(`${server.url}/settings/storage#broken`);
  await expect(page.getByRole('heading', { name: 'Couldn’t measure storage' })).toBeVisible();
  // In one turn of the page: once it can, it also measures by itself.
  await page.getByRole('button', { name: 'Retry' }).evaluate((retry) => {
    Object.assign(Reflect.get(globalThis, 'storage'), { isBroken: false });
    if (retry instanceof HTMLElement) retry.click();
  });
  await expect(page.getByRole('alert').filter({ hasText: /^Only 150 MB left\. Free up space/ })).toBeVisible();
  await setBroken(page, true);
  await page.getByRole('button', { name: 'Ask to keep them' }).click();
  await expect(toastsOn(page).getByText('Couldn’t ask your browser')).toBeVisible();
  await setBroken(page, false);
  await page.getByRole('button', { name: 'Ask to keep them' }).click();
  await expect(page.getByText('Your browser keeps all of this until you remove it.')).toBeVisible();
});

for (const { why, index, freeBytes } of [
  // A twentieth is left to edits.
  { why: 'by what the browser tells', index: 2, freeBytes: 100_000_000 },
  { why: 'though the browser told otherwise', index: 3, freeBytes: 1_500_000_000 },
])
  test(`when clips don’t fit ${why}, it says so and where to make room, and edits are saved all the same`, async ({
    page,
  }) => {
    await plantRoom(page, freeBytes);
    await page.addInitScript(() => {
      const { createWritable } = FileSystemFileHandle.prototype;
      // The room that is kept for edits was taken while there was some.
      FileSystemFileHandle.prototype.createWritable = function (...options) {
        const isFull = this.name !== 'spare' && Reflect.get(globalThis, 'storage').freeBytes > 1_000_000_000;
        return isFull
          ? Promise.reject(new DOMException('Full', 'QuotaExceededError'))
          : createWritable.apply(this, options);
      };
    });
    const { projectId } = await openPlanted(page, server.url, index);
    await expect(toastsOn(page).getByText('This browser is out of space')).toBeVisible();
    await expect(toastsOn(page).getByRole('button', { name: 'Open Storage' }).first()).toBeVisible();
    await editScene(page, 1, 'Title', 'Edited on a full disk');
    await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible();
    expect((await scenesOnServer(page, server.url, projectId))[0]?.title).toBe('Edited on a full disk');
    expect(await filesOnDevice(page, 'clips')).toEqual([]);
  });
