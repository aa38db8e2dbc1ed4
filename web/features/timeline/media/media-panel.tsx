import { TextField } from '@radix-ui/themes';
import { Search } from 'lucide-react';
import { useState } from 'react';
import {
  filterMedia,
  mediaKinds,
  removableMedia,
  type MediaFilter,
  type ProjectMedia,
} from '#data/tables/project-media.ts';
import type { OwnFileRow } from '#data/tables/rows.ts';
import type { RemovedFiles } from '#ui/removed-files.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { Segments } from '#ui/segments.tsx';
import { uiWords } from '#ui/words.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { SidePanel } from '../side-panel.tsx';
import { showSide } from '../side-store.ts';
import { addMedia, removeMedia, restoreMedia, selectMedia, type MediaScope } from './media-acts.ts';
import { MediaDrops } from './media-drops.tsx';
import { MediaRow } from './media-row.tsx';
import { mediaWords as words } from './media-words.ts';
import styles from './media-panel.module.css';
import { useProjectMedia } from './use-media.ts';

type MediaPanelProps = MediaScope & {
  /** Beside the picture, where there is room; else a sheet over the page. */
  isBeside: boolean;
  /** From this browser and the server. @throws ApiError, OfflineError */
  onRemove: (files: readonly OwnFileRow[]) => Promise<RemovedFiles>;
};

/** Everything that the project is made of, and files of the person's own that it could use. */
export function MediaPanel({ scope, onFiles, isBeside, onRemove }: MediaPanelProps) {
  const [removing, setRemoving] = useState<readonly OwnFileRow[]>([]);
  const close = (): void => showSide(null);
  const media = { scope, onFiles };
  const content = <MediaContent {...{ media, isBeside }} onRemove={setRemoving} />;
  const remove = async (): Promise<void> => {
    setRemoving([]);
    await removeMedia(() => onRemove(removing));
  };
  const confirm =
    removing.length === 0 ? null : (
      <RemoveDialog files={removing} onRemove={() => void remove()} onClose={() => setRemoving([])} />
    );
  if (!isBeside)
    return (
      confirm ?? (
        <DialogFrame title={words.title} width={440} place="side" footer={null} onClose={close}>
          {content}
        </DialogFrame>
      )
    );
  return (
    <section aria-label={words.title}>
      <SidePanel title={words.title} close={words.close}>
        {content}
      </SidePanel>
      <MediaDrops media={media} />
      {confirm}
    </section>
  );
}

type MediaContentProps = {
  media: MediaScope;
  isBeside: boolean;
  onRemove: (files: readonly OwnFileRow[]) => void;
};

function MediaContent({ media, isBeside, onRemove }: MediaContentProps) {
  const items = useProjectMedia(media.scope.plan.projectId);
  const [filter, setFilter] = useState<MediaFilter>({ words: '', of: 'all' });
  const refusal = useRefusals().server?.sentence ?? null;
  if (items === undefined) return null;
  const shown = filterMedia(items, filter);
  const removable = removableMedia(items);
  return (
    <div className={styles['body']}>
      <TextField.Root
        size="2"
        type="search"
        placeholder={words.search}
        aria-label={words.search}
        value={filter.words}
        onChange={({ target }) => setFilter({ ...filter, words: target.value })}
      >
        <TextField.Slot>
          <Search size={14} aria-hidden="true" />
        </TextField.Slot>
      </TextField.Root>
      <Segments
        label={words.show}
        isLabelHidden
        options={(['all', 'used', 'unused'] as const).map((id) => ({ id, name: words.filters[id] }))}
        chosen={filter.of}
        onChoose={(of) => setFilter({ ...filter, of })}
      />
      {shown.length === 0 ? (
        <p className={styles['note']}>{items.length === 0 ? words.nothing : words.noMatch}</p>
      ) : null}
      {mediaKinds.map((kind) => (
        <MediaGroup
          key={kind}
          title={words.kinds[kind]}
          items={shown.filter((item) => item.kind === kind)}
          {...{ media, isBeside, refusal, onRemove }}
        />
      ))}
      {shown.length === 0 ? null : <p className={styles['note']}>{isBeside ? words.hint : words.touchHint}</p>}
      {removable.length === 0 ? null : (
        <RefusableButton isQuiet size="2" refusal={refusal} onPress={() => onRemove(removable)}>
          {words.removeUnused({ count: removable.length, bytes: bytesOf(removable) })}
        </RefusableButton>
      )}
    </div>
  );
}

type MediaGroupProps = MediaContentProps & {
  title: string;
  items: readonly ProjectMedia[];
  /** Why the server can't be asked now. */
  refusal: string | null;
};

function MediaGroup({ title, items, media, isBeside, refusal, onRemove }: MediaGroupProps) {
  if (items.length === 0) return null;
  const bytes = items.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return (
    <section aria-label={title} className={styles['group']}>
      <div className={styles['title']}>
        <h3>{title}</h3>
        <span className="numbers">{words.sum({ count: items.length, bytes })}</span>
      </div>
      <ul className={styles['list']}>
        {items.map((item) => (
          <MediaRow
            key={item.sha256}
            {...{ item, refusal }}
            isDraggable={isBeside}
            onAdd={() => void addMedia(media, item, { place: null })}
            onSelect={() => {
              selectMedia(item);
              // What it shows is under the sheet.
              if (!isBeside) showSide(null);
            }}
            onRestore={() => void restoreMedia(media.scope.plan.projectId, item)}
            onRemove={(file) => onRemove([file])}
          />
        ))}
      </ul>
    </section>
  );
}

function bytesOf(files: readonly OwnFileRow[]): number {
  return files.reduce((sum, { file }) => sum + file.sizeBytes, 0);
}

type RemoveDialogProps = { files: readonly OwnFileRow[]; onRemove: () => void; onClose: () => void };

function RemoveDialog({ files, onRemove, onClose }: RemoveDialogProps) {
  const refusal = useRefusals().server?.sentence ?? null;
  const footer = (
    <>
      <QuietButton size="3" data-autofocus="" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <RefusableButton size="3" color="red" refusal={refusal} onPress={onRemove}>
        {words.confirm}
      </RefusableButton>
    </>
  );
  return (
    <DialogFrame title={words.confirmTitle({ count: files.length })} width={480} onClose={onClose} footer={footer}>
      <p>{words.confirmLead({ bytes: bytesOf(files) })}</p>
      <ul className={styles['gone']}>
        {files.map(({ sha256, file }) => (
          <li key={sha256}>{file.name}</li>
        ))}
      </ul>
    </DialogFrame>
  );
}
