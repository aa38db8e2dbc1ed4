/** How the server's history knows this browser. */
import { ownDevice } from '#data/tables/own-device.ts';
import type { NavigatorFacts } from '#data/device-name.ts';
import { historyHeaders } from '#shared/api/history.ts';
import { limits } from '#shared/limits.ts';
import type { SyncDeps } from './sync-deps.ts';

export async function deviceHeaders(
  { db, device }: Pick<SyncDeps, 'db' | 'device'>,
  navigator: NavigatorFacts,
): Promise<Record<string, string>> {
  const { id, name } = await ownDevice(db, device, navigator);
  // A header takes no other letters; the server cleans what it gets all the same.
  const plain = name.replace(/[^\x20-\x7e]/g, '').slice(0, limits.deviceNameLength);
  return { [historyHeaders.device]: id, [historyHeaders.deviceName]: plain };
}
