/** Files as another app shares them with the installed one. */
import { readdir, readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

export type Sent = { name: string; type: string; bytes: Buffer };

/** As the system does it: a form with files, by POST, to the address that the manifest names. */
export async function share(page: Page, files: readonly Sent[]): Promise<void> {
  const given = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  await Promise.all([
    page.waitForURL('**/share*'),
    page.evaluate(async (wanted) => {
      const manifest = await (await fetch('/manifest.webmanifest')).json();
      const { action, method, enctype, params } = manifest.share_target;
      const form = Object.assign(document.createElement('form'), { action, method, enctype });
      const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
      input.name = params.files[0].name;
      const held = new DataTransfer();
      for (const { name, type, base64 } of wanted)
        held.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      input.files = held.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    }, given),
  ]);
}

/** Names of the files that are kept, and of their list. */
export function sharedHere(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('shared');
    const names = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  });
}

export async function clip(): Promise<Sent> {
  const folder = new URL('../../edge-api/demo-masters/clips/', import.meta.url);
  const [name = ''] = (await readdir(folder)).toSorted();
  const bytes = await readFile(new URL(name, folder));
  return { name: 'Harbor at dawn, 50% faster.mp4', type: 'video/mp4', bytes };
}

export const noClip: Sent = { name: 'notes.mp4', type: 'video/mp4', bytes: Buffer.from('no clip at all') };
