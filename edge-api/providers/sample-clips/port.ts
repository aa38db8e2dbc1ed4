/** The files of the sample project, wherever this host has them. */
import type { SampleClipName } from '#shared/sample/sample-clips.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type SampleClips = {
  /** A clip with its first and last picture. */
  read(name: SampleClipName): Promise<{ clip: Bytes; first: Bytes; last: Bytes }>;
  readMusic(): Promise<Bytes>;
};
