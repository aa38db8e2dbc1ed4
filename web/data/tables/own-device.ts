/** Which browser this is, in the history that the server keeps: an id that it made for itself, and its name. */
import type { DeviceIdentity } from '#shared/entities/history.ts';
import { idSchema } from '#shared/entities/id.ts';
import type { Device } from '../device.ts';
import { deviceName, type NavigatorFacts } from '#shared/rules/device-name.ts';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const DEVICE_ID = 'deviceId';

/** Null until the first change is sent. */
export function readOwnDeviceId(db: StoryreelDb): Promise<string | null> {
  return readMeta(db, DEVICE_ID, idSchema.nullable(), null);
}

/** Of several tabs that ask at once, one makes the id. */
export async function ownDevice(
  db: StoryreelDb,
  device: Pick<Device, 'newId'>,
  navigator: NavigatorFacts,
): Promise<DeviceIdentity> {
  // Read by itself, as with every call: to write, it would wait for whoever reads.
  const id = (await readOwnDeviceId(db)) ?? (await makeDeviceId(db, device));
  return { id, name: deviceName(navigator) };
}

function makeDeviceId(db: StoryreelDb, device: Pick<Device, 'newId'>): Promise<string> {
  return db.transaction('rw', db.meta, async () => {
    const known = await readOwnDeviceId(db);
    if (known !== null) return known;
    const made = device.newId();
    await writeMeta(db, DEVICE_ID, made);
    return made;
  });
}
