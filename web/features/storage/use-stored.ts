/** The files of this device and how much room there is, measured again when rows change and after freeing. */
import { useLiveQuery } from '#data/use-live-query.ts';
import { useEffect, useState } from 'react';
import { db } from '#data/db.ts';
import {
  listStored,
  readDeviceStorage,
  type DeviceStorage,
  type StoredFile,
  type StoredKind,
} from '#data/device-storage.ts';
import { readRoom, type Room } from '#data/room.ts';
import { readOwnFileUses, type OwnFileUse } from '#data/tables/own-file-uses.ts';

export type Measured = {
  stored: Record<StoredKind, StoredFile[]>;
  /** Of the files. */
  usageBytes: number;
  /** Null where the browser doesn't say. */
  room: Room | null;
  isPersisted: boolean;
};

export function useDeviceStorage(userId: string): DeviceStorage | undefined {
  return useLiveQuery(() => readDeviceStorage(db, userId), [userId]);
}

/** All own files of a person, and what plays them; undefined while they are read. */
export function useOwnFiles(userId: string): OwnFileUse[] | undefined {
  return useLiveQuery(() => readOwnFileUses(db, userId), [userId]);
}

/** `hasFailed` is said of the last time; what was measured before stays. */
export type Measuring = { measured: Measured | null; hasFailed: boolean; again: () => void };

export function useMeasured(device: DeviceStorage | undefined): Measuring {
  const [measured, setMeasured] = useState<Measured | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [round, setRound] = useState(0);
  const here = device?.here.size;
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const found = await measure().catch((error: unknown) => {
        console.error('Storage can’t be measured.', error);
        return null;
      });
      if (isOver) return;
      setHasFailed(found === null);
      if (found !== null) setMeasured(found);
    };
    void look();
    return () => void (isOver = true);
  }, [round, here]);
  return { measured, hasFailed, again: () => setRound((before) => before + 1) };
}

async function measure(): Promise<Measured> {
  const [stored, told, isPersisted] = await Promise.all([listStored(), readRoom(), navigator.storage.persisted()]);
  const files = Object.values(stored).flat();
  // Browsers blur what they tell; the files are known. Rows and the app itself take room, too, which only the browser counts.
  const usageBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const room = told && { ...told, freeBytes: Math.max(0, Math.min(told.freeBytes, told.quotaBytes - usageBytes)) };
  return { stored, usageBytes, room, isPersisted };
}
