import { Switch } from '@radix-ui/themes';
import { Link } from 'react-router-dom';
import { db } from '#data/db.ts';
import {
  isCopyOf,
  removeClipsOf,
  removableOf,
  removeRemade,
  sizesOf,
  type DeviceStorage,
  type ProjectClips,
} from '#data/device-storage.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { noteFreed } from '#data/tables/freed.ts';
import { keepOffline } from '#data/tables/offline-choice.ts';
import { formatBytes } from '#shared/words/format.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { sceneCountText } from '#widgets/words.ts';
import styles from './project-rows.module.css';
import type { Measured } from './use-stored.ts';
import { storageWords as words } from './words.ts';

type ProjectRowsProps = {
  userId: string;
  device: DeviceStorage;
  stored: Measured['stored'];
  onFreed: () => void;
};

/** Every project with what it takes up here. */
export function ProjectRows({ userId, device, stored, onFreed }: ProjectRowsProps) {
  if (device.projects.length === 0) return <p className="quiet">{words.noProjects}</p>;
  return (
    <table className={`${styles['table']} numbers`}>
      <thead>
        <tr>
          <th scope="col">{words.columns.project}</th>
          <th scope="col">{words.kinds.clips}</th>
          <th scope="col">{words.kinds.takes}</th>
          <th scope="col">{words.kinds.scrubCopies}</th>
          <th scope="col">{words.columns.others}</th>
          <th scope="col">{words.columns.cached}</th>
          <th scope="col">{words.columns.total}</th>
          <th scope="col">{words.columns.keep}</th>
          <th scope="col">
            <span className={styles['unseen']}>{words.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {device.projects.map((row) => (
          <Row key={row.project.id} {...{ userId, device, stored, onFreed, row }} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ userId, device, stored, onFreed, row }: ProjectRowsProps & { row: ProjectClips }) {
  const { project, clips, others, takes, pieces } = row;
  const { title } = project;
  const sizes = sizesOf(row, stored);
  const going = new Set(removableOf(device, row));
  const freed = sizesOf({ clips: going, takes: new Set(), others: new Set(), pieces }, stored);
  const removable = sizes.scrubCopies + freed.clips + freed.cached;
  const unsent = [...clips, ...others].filter((sha256) => device.onlyHere.has(sha256)).length;
  const here = [...clips].filter((sha256) => device.here.has(sha256)).length;
  const keep = (isOn: boolean): void => {
    keepOffline(db, project.id, isOn).catch((error: unknown) => showFailure(words.keepFailed, error));
  };
  const free = async (): Promise<void> => {
    try {
      await removeClipsOf(db, clipStore, userId, project.id);
      await removeRemade(
        (kind, name) =>
          (kind === 'scrubCopies' && (isCopyOf(name, clips) || isCopyOf(name, takes))) ||
          (kind === 'segments' && pieces.has(name)),
      );
      await noteFreed(db);
      showToast({ title: words.freed({ size: formatBytes(removable) }) });
    } catch (error) {
      showFailure(words.freeFailed, error);
    }
    onFreed();
  };
  const refusal = device.isExporting
    ? words.exporting
    : removable === 0
      ? words.nothingOf({ isKept: row.isKept, unsent })
      : null;
  return (
    <tr>
      <th scope="row">
        <span className={styles['picture']}>
          <PictureFrame url={project.posterUrl} title={title} isUpright={project.aspectRatio === '9:16'} />
        </span>
        <span className={styles['name']}>
          <Link className="one-line" to={`/project/${project.id}`}>
            {title}
          </Link>
          <span className={styles['counts']}>
            {words.counts({
              scenes: sceneCountText(row.sceneCount),
              takes: clips.size + takes.size,
              here,
              all: clips.size,
            })}
          </span>
          {unsent === 0 ? null : <span className={styles['counts']}>{words.unsent({ count: unsent })}</span>}
        </span>
      </th>
      <Size label={words.kinds.clips} bytes={sizes.clips} />
      <Size label={words.kinds.takes} bytes={sizes.takes} />
      <Size label={words.kinds.scrubCopies} bytes={sizes.scrubCopies} />
      <Size label={words.columns.others} bytes={sizes.others} />
      <Size label={words.columns.cached} bytes={sizes.cached} />
      <Size label={words.columns.total} bytes={sizes.total} isTotal />
      <td data-label={words.columns.keep} className={styles['keep']}>
        <Switch size="2" color="gray" checked={row.isKept} onCheckedChange={keep} aria-label={words.keep({ title })} />
      </td>
      <td className={styles['free']}>
        <RefusableButton
          isQuiet
          size="2"
          refusal={refusal}
          aria-label={words.freeTitle({ title })}
          onPress={() => void free()}
        >
          {words.freeProject}
        </RefusableButton>
      </td>
    </tr>
  );
}

function Size({ label, bytes, isTotal = false }: { label: string; bytes: number; isTotal?: boolean }) {
  return (
    <td data-label={label} className={isTotal ? styles['total'] : undefined}>
      {bytes === 0 ? words.none : formatBytes(bytes)}
    </td>
  );
}
