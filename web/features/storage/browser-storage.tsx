import { Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { db } from '#data/db.ts';
import { removeRemade, sizesOf, type DeviceStorage, type ProjectClips, type StoredFile } from '#data/device-storage.ts';
import { isLittle, reserveOf, type Room } from '#data/room.ts';
import { noteFreed } from '#data/tables/freed.ts';
import { pauseDownloads } from '#data/tables/offline-choice.ts';
import { formatBytes } from '#shared/words/format.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { BarKey, StorageBar, type BarPart } from './storage-bar.tsx';
import styles from './storage-page.module.css';
import type { Measured } from './use-stored.ts';
import { storageWords as words } from './words.ts';

type BrowserStorageProps = { device: DeviceStorage; measured: Measured; onFreed: () => void };

export function BrowserStorage({ device, measured, onFreed }: BrowserStorageProps) {
  const { stored, usageBytes, room } = measured;
  const parts = partsOf(device, stored);
  const remade = parts
    .filter(({ tone }) => tone === 'scrubCopies' || tone === 'cached')
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const free = async (): Promise<void> => {
    try {
      await removeRemade(() => true);
      await noteFreed(db);
      showToast({ title: words.freed({ size: formatBytes(remade) }) });
    } catch (error) {
      showFailure(words.freeFailed, error);
    }
    onFreed();
  };
  const refusal = device.isExporting ? words.exporting : remade === 0 ? words.nothingToFree : null;
  return (
    <section className={styles['browser']}>
      <div className={styles['sum']}>
        <Heading as="h2" size="3">
          {words.here}
        </Heading>
        <p className="numbers">
          <strong>{formatBytes(usageBytes)}</strong>{' '}
          {room === null ? null : words.hereOf({ limit: formatBytes(room.quotaBytes) })}
        </p>
      </div>
      <StorageBar parts={parts} allBytes={Math.max(room?.quotaBytes ?? 0, usageBytes)} />
      <div className={styles['kinds']}>
        <dl className="numbers">
          {parts.map(({ tone, bytes }) => (
            <div key={tone}>
              <dt>
                <BarKey tone={tone} />
                {words.kinds[tone]}
              </dt>
              <dd>{formatBytes(bytes)}</dd>
            </div>
          ))}
        </dl>
        <RefusableButton isQuiet size="2" refusal={refusal} onPress={() => void free()}>
          {words.freeUp({ size: formatBytes(remade) })}
        </RefusableButton>
      </div>
      <p className={styles['note']}>{words.freeUpNote}</p>
      {room !== null && (isLittle(room) || !hasRoomFor(device, room)) ? (
        <p className={styles['full']} role="alert">
          {words.full({ left: formatBytes(room.freeBytes) })}
        </p>
      ) : null}
      <Downloads device={device} />
      <Persistence isPersisted={measured.isPersisted} onChanged={onFreed} />
    </section>
  );
}

/** Whether all that is to be kept offline fits beside what is left to the document. */
function hasRoomFor({ downloads, isPaused }: DeviceStorage, room: Room): boolean {
  const missing = isPaused ? 0 : downloads.allBytes - downloads.hereBytes;
  return missing === 0 || missing + reserveOf(room) <= room.freeBytes;
}

function partsOf({ projects }: DeviceStorage, stored: Measured['stored']): BarPart[] {
  const sum = (files: readonly StoredFile[]): number => files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  const all = (of: (one: ProjectClips) => ReadonlySet<string>): Set<string> =>
    new Set(projects.flatMap((one) => [...of(one)]));
  const clips = all((one) => one.clips);
  const takes = new Set([...all((one) => one.takes)].filter((sha256) => !clips.has(sha256)));
  const sizes = sizesOf({ clips, takes, others: new Set(), pieces: new Set() }, stored);
  return [
    { tone: 'clips', bytes: sizes.clips },
    { tone: 'takes', bytes: sizes.takes },
    // What people who share this browser have is among them: it takes room all the same.
    {
      tone: 'others',
      bytes: sum(stored.clips) + sum(stored.shared) - sizes.clips - sizes.takes,
    },
    { tone: 'movies', bytes: sum(stored.movies) },
    { tone: 'scrubCopies', bytes: sum(stored.scrubCopies) },
    { tone: 'spareRoom', bytes: sum(stored.spareRoom) },
    { tone: 'cached', bytes: sum(stored.segments) + sum(stored.soundShapes) + sum(stored.savedProjects) },
  ];
}

/** How much is still to come, and whether it may. */
function Downloads({ device: { downloads, isPaused } }: { device: DeviceStorage }) {
  const { count, hereBytes, allBytes } = downloads;
  const share = hereBytes / Math.max(1, allBytes);
  const left = { count, bytes: allBytes - hereBytes };
  const pause = (): void => {
    pauseDownloads(db, !isPaused).catch((error: unknown) => showFailure(words.pauseFailed, error));
  };
  return (
    <>
      <div className={styles['line']}>
        <output className={`${styles['note']} numbers`}>
          {count === 0
            ? words.allHere
            : isPaused
              ? words.paused(left)
              : words.downloading({ count, hereBytes, allBytes })}
        </output>
        {count > 0 || isPaused ? (
          <QuietButton size="1" onClick={pause}>
            {isPaused ? words.resume : words.pause}
          </QuietButton>
        ) : null}
      </div>
      {count > 0 && allBytes > 0 ? (
        <SegmentBar label={words.progress} percent={Math.floor(share * 100)} segments={[{ tone: 'plain', share }]} />
      ) : null}
    </>
  );
}

function Persistence({ isPersisted, onChanged }: { isPersisted: boolean; onChanged: () => void }) {
  const [isRefused, setIsRefused] = useState(false);
  const ask = async (): Promise<void> => {
    try {
      setIsRefused(!(await navigator.storage.persist()));
      onChanged();
    } catch (error) {
      showFailure(words.persistFailed, error);
    }
  };
  if (isPersisted) return <p className={styles['note']}>{words.persisted}</p>;
  return (
    <div className={styles['line']}>
      <output className={styles['note']}>{isRefused ? words.persistRefused : words.notPersisted}</output>
      <QuietButton size="1" onClick={() => void ask()}>
        {words.persist}
      </QuietButton>
    </div>
  );
}
