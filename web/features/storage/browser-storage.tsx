import { Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { db } from '#data/db.ts';
import { removeRemade, sizesOf, type DeviceStorage, type StoredFile } from '#data/device-storage.ts';
import { pauseDownloads } from '#data/tables/offline-choice.ts';
import { formatBytes } from '#shared/words/format.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { BarKey, StorageBar, type BarPart } from './storage-bar.tsx';
import styles from './storage-page.module.css';
import type { Measured } from './use-stored.ts';
import { storageWords as words } from './words.ts';

/** Below it a few clips fill what is left. */
const LITTLE_BYTES = 300_000_000;

type BrowserStorageProps = { device: DeviceStorage; measured: Measured; onFreed: () => void };

export function BrowserStorage({ device, measured, onFreed }: BrowserStorageProps) {
  const { stored, usageBytes, quotaBytes } = measured;
  const parts = partsOf(device, stored);
  const remade = parts
    .filter(({ tone }) => tone === 'scrubCopies' || tone === 'cached')
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const left = quotaBytes === null ? null : Math.max(0, quotaBytes - usageBytes);
  const free = async (): Promise<void> => {
    try {
      await removeRemade(() => true);
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
          {quotaBytes === null ? null : words.hereOf({ limit: formatBytes(quotaBytes) })}
        </p>
      </div>
      <StorageBar parts={parts} allBytes={Math.max(quotaBytes ?? 0, usageBytes)} />
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
      {left !== null && left < LITTLE_BYTES ? (
        <p className={styles['full']} role="alert">
          {words.full({ left: formatBytes(left) })}
        </p>
      ) : null}
      <Downloads device={device} />
      <Persistence isPersisted={measured.isPersisted} onChanged={onFreed} />
    </section>
  );
}

function partsOf({ projects }: DeviceStorage, stored: Measured['stored']): BarPart[] {
  const sum = (files: readonly StoredFile[]): number => files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  const played = new Set(projects.flatMap(({ clips }) => [...clips]));
  const { clips } = sizesOf({ clips: played, takes: new Set() }, stored);
  return [
    { tone: 'clips', bytes: clips },
    { tone: 'takes', bytes: sum(stored.clips) - clips },
    { tone: 'movies', bytes: sum(stored.movies) },
    { tone: 'scrubCopies', bytes: sum(stored.scrubCopies) },
    { tone: 'cached', bytes: sum(stored.segments) + sum(stored.soundShapes) + sum(stored.savedProjects) },
  ];
}

/** How many clips are still to come, and whether they may. */
function Downloads({ device: { projects, here, isPaused } }: { device: DeviceStorage }) {
  const wanted = new Set(projects.filter(({ isKept }) => isKept).flatMap(({ clips }) => [...clips]));
  const count = [...wanted].filter((sha256) => !here.has(sha256)).length;
  return (
    <div className={styles['line']}>
      <output className={styles['note']}>
        {count === 0 ? words.allHere : isPaused ? words.paused({ count }) : words.downloading({ count })}
      </output>
      {count > 0 || isPaused ? (
        <QuietButton size="1" onClick={() => void pauseDownloads(db, !isPaused)}>
          {isPaused ? words.resume : words.pause}
        </QuietButton>
      ) : null}
    </div>
  );
}

function Persistence({ isPersisted, onChanged }: { isPersisted: boolean; onChanged: () => void }) {
  const [isRefused, setIsRefused] = useState(false);
  const ask = async (): Promise<void> => {
    setIsRefused(!(await navigator.storage.persist()));
    onChanged();
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
