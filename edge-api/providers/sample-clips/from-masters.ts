/** Cuts the sample's clips from the demo masters. The files beside the web app are the very same bytes. */
import { cutMaster } from '#edge-api/providers/video-model/demo/cut-master.ts';
import type { ReadMaster } from '#edge-api/providers/video-model/demo/master-files.ts';
import type { SampleClips } from './port.ts';

const SECONDS = 8;

export function sampleFromMasters(read: ReadMaster): SampleClips {
  return {
    read: async (name) => {
      const [master, first, last] = await Promise.all([
        read(`clips/${name}-wide-720p.mp4`),
        read(`frames/${name}-wide-first.webp`),
        read(`frames/${name}-wide-last-${SECONDS}s.webp`),
      ]);
      return { clip: new Uint8Array(cutMaster(master, SECONDS)), first, last };
    },
    readMusic: () => read('sample-music.m4a'),
  };
}
