/** A planted API key, and the search for it in whatever leaves the server or stays on its disk. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of no shape that a log would recognise as a key by itself, but one that the fake provider takes. */
export const CANARY_KEY = 'AQ.Zu7*kw~8nJ2!qPx4&Rt';

/** The middle of the key: what its mask may show is not looked for. */
const HIDDEN = CANARY_KEY.slice(6, -4);

/** The key in plain, in hexadecimal, and in Base64 at each of the three places in which it can begin. */
const forms: readonly string[] = [
  HIDDEN,
  Buffer.from(HIDDEN).toString('hex'),
  Buffer.from(HIDDEN).toString('hex').toUpperCase(),
  ...[0, 1, 2].flatMap((before) => base64Cores(before)),
];

/** The Base64 digits that depend on the key alone, in both alphabets. */
function base64Cores(before: number): string[] {
  const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(HIDDEN)]).toString('base64');
  const core = encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((HIDDEN.length + before) * 4) / 3));
  return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
}

/** The first form of the planted key that a text holds, null when there is none. */
export function findCanary(text: string): string | null {
  return forms.find((form) => text.includes(form)) ?? null;
}

/** The files under a folder that hold the planted key. */
export async function filesWithCanary(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (findCanary((await readFile(path)).toString('latin1')) !== null) found.push(path);
  }
  return found;
}
