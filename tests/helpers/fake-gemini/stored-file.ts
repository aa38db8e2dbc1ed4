// A file of the Files API: made by a job or uploaded.

import type { ClipRequest } from './options.ts';
import type { FakeState } from './state.ts';
import type { Marker } from './markers.ts';
import { markerNumber } from './markers.ts';

export interface StoredFile {
  id: string;
  /** The key of the project that it belongs to. */
  key: string;
  mimeType: string;
  displayName: string;
  source: 'GENERATED' | 'UPLOADED';
  createdAt: string;
  /** Times that a caller still finds it in state PROCESSING. */
  processingLooks: number;
  /** Orders from the prompt of the job that made it. */
  markers: readonly Marker[];
  /** Makes the bytes at the first call and keeps them. */
  bytes: () => Promise<Uint8Array>;
}

const KEPT_MS = 48 * 60 * 60 * 1000;

/** Keeps a finished clip as a file; its bytes are made when somebody first wants them. */
export function storeClip(
  state: FakeState,
  clip: { key: string; request: ClipRequest; markers: readonly Marker[] },
): StoredFile {
  let made: Promise<Uint8Array> | undefined;
  const file: StoredFile = {
    id: `clip${state.files.size + 1}x${clip.request.index}`,
    key: clip.key,
    mimeType: 'video/mp4',
    displayName: '',
    source: 'GENERATED',
    createdAt: new Date().toISOString(),
    processingLooks: markerNumber(clip.markers, 'file-processing', 0),
    markers: clip.markers,
    bytes: () => (made ??= Promise.resolve(state.options.clips(clip.request))),
  };
  state.files.set(file.id, file);
  return file;
}

/** The file as the API describes it. */
export async function describeFile(state: FakeState, file: StoredFile): Promise<Record<string, unknown>> {
  const isActive = file.processingLooks === 0;
  const uri = `${state.baseUrl}/v1beta/files/${file.id}`;
  const expirationTime = new Date(Date.parse(file.createdAt) + KEPT_MS).toISOString();
  return {
    name: `files/${file.id}`,
    ...(file.displayName === '' ? {} : { displayName: file.displayName }),
    mimeType: file.mimeType,
    ...(isActive ? { sizeBytes: String((await file.bytes()).length) } : {}),
    createTime: file.createdAt,
    updateTime: file.createdAt,
    expirationTime,
    uri,
    ...(file.source === 'GENERATED' ? { downloadUri: `${uri}:download?alt=media` } : {}),
    state: isActive ? 'ACTIVE' : 'PROCESSING',
    source: file.source,
  };
}
