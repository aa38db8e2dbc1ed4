/** Clock and dice of the device, handed to everything that needs them. */
import { uuidv7 } from '#shared/entities/id.ts';

export type Device = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A fresh UUIDv7. */
  newId(): string;
};

export const browserDevice: Device = {
  now: () => Date.now(),
  newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
};
