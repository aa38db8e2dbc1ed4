/** The saved project that is open on this page. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { openedProject, rememberOpenedFile, type OpenedFileRow } from '#data/tables/opened-file.ts';
import { keepFromFreeing } from '#data/unwanted.ts';
import { openProjectFile, shownProject } from '#editor/open-project-file.ts';
import type { ShowcaseProject } from '#shared/api/showcase.ts';
import { StoryreelFileError } from '#shared/storyreel-file/refusal.ts';
import { showToast } from '#ui/toasts.ts';
import { openWords as words } from './words.ts';

export type OpenedFile =
  | { kind: 'none' }
  | { kind: 'opening'; share: number }
  | { kind: 'failed'; sentence: string }
  | { kind: 'open'; row: OpenedFileRow; shown: ShowcaseProject; whole: ReturnType<typeof openedProject> };

export function useOpenedFile(): { state: OpenedFile; open: (file: File) => void; close: () => void } {
  const [state, setState] = useState<OpenedFile>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  const open = useCallback((file: File): void => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setState({ kind: 'opening', share: 0 });
    const tell = (share: number): void => {
      if (!own.signal.aborted) setState({ kind: 'opening', share });
    };
    openAndKeep(file, tell, own.signal).then(
      (row) => {
        if (own.signal.aborted) return;
        setState({ kind: 'open', row, shown: shownProject(row.document), whole: openedProject(row) });
      },
      (error: unknown) => {
        if (!own.signal.aborted) setState({ kind: 'failed', sentence: sentenceOf(error) });
      },
    );
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  const fail = useCallback((error: unknown): void => setState({ kind: 'failed', sentence: sentenceOf(error) }), []);
  useLaunchedFile(open, fail);
  const close = (): void => {
    running.current?.abort();
    setState({ kind: 'none' });
  };
  return { state, open, close };
}

/** Kept, so that it can be exported, and imported after signing in; for as long as it is shown nothing of it is freed. */
async function openAndKeep(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<OpenedFileRow> {
  await keepFromFreeing(signal);
  const document = await openProjectFile({ db, store: clipStore, now: browserDevice.now }, file, onProgress, signal);
  const row = { id: browserDevice.newId(), document, isWanted: false };
  await rememberOpenedFile(db, row);
  return row;
}

function sentenceOf(error: unknown): string {
  if (error instanceof StoryreelFileError) return error.message;
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return words.noRoom;
  console.error('A project file can’t be opened.', error);
  return words.unknown;
}

type LaunchQueue = { setConsumer(take: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void };

/** An installed app is opened with the file that somebody double-clicked. */
function useLaunchedFile(open: (file: File) => void, fail: (error: unknown) => void): void {
  useEffect(() => {
    const queue = launchQueueOf(window);
    queue?.setConsumer(({ files = [] }) => {
      const [first, ...others] = files;
      first?.getFile().then(open, fail);
      if (others.length > 0) showToast({ title: words.onlyFirst, description: words.oneByOne });
    });
  }, [open, fail]);
}

function launchQueueOf(host: Window & { launchQueue?: LaunchQueue }): LaunchQueue | null {
  return host.launchQueue ?? null;
}
