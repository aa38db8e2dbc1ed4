/** What calls say of where they come from: whose page it is, and the name by which the server's history knows this browser. */
import { ownDevice } from '#data/tables/own-device.ts';
import type { NavigatorFacts } from '#shared/rules/device-name.ts';
import { historyHeaders } from '#shared/api/history.ts';
import { PERSON_HEADER } from '#shared/api/person.ts';
import { limits } from '#shared/limits.ts';
import type { SyncDeps } from './sync-deps.ts';

export async function deviceHeaders(
  { db, device }: Pick<SyncDeps, 'db' | 'device'>,
  navigator: NavigatorFacts,
): Promise<Record<string, string>> {
  const { id, name } = await ownDevice(db, device, navigator);
  // Headers take printable ASCII only. The server cleans the name as well.
  const plain = name.replace(/[^\x20-\x7e]/g, '').slice(0, limits.deviceNameLength);
  return { [historyHeaders.device]: id, [historyHeaders.deviceName]: plain };
}

/** @param person whose page it is; nobody's has none, and as long as it isn't known nothing is said */
export function personHeaders(person: string | null | undefined): Record<string, string> {
  return person == null ? {} : { [PERSON_HEADER]: person };
}
