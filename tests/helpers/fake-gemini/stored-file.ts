// A file of the Files API, made by a job.

import type { ClipRequest } from './options.ts';
import type { FakeState } from './state.ts';
import { type Marker, markerNumber } from './markers.ts';

export interface StoredFile {
  id: string;
  /** The key of the project that it belongs to. */
  key: string;
  mimeType: string;
  /** Times that a caller still finds it in state PROCESSING. */
  processingLooks: number;
  /** Orders from the prompt of the job that made it. */
  markers: readonly Marker[];
  /** Makes the bytes at the first call and keeps them. */
  bytes: () => Promise<Uint8Array>;
}

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
    processingLooks: markerNumber(clip.markers, 'file-processing', 0),
    markers: clip.markers,
    bytes: () => (made ??= Promise.resolve(state.options.clips(clip.request))),
  };
  state.files.set(file.id, file);
  return file;
}
