/** Reads the sample's clips from the static files that the edge serves beside the API. */
import { sampleFiles } from '#shared/sample/sample-clips.ts';
import { sampleMusic } from '#shared/sample/sample-music.ts';
import type { SampleClips } from './port.ts';

type Assets = { fetch(request: Request): Promise<Response> };

/** @param origin any: assets are found by their path alone */
export function sampleFromAssets(assets: Assets, origin: string): SampleClips {
  const bytesOf = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const reply = await assets.fetch(new Request(new URL(path, origin)));
    // For a file that is missing, the single-page app's own page would come.
    const type = reply.headers.get('content-type') ?? '';
    if (!reply.ok || type.startsWith('text/html')) throw new Error(`The sample has no file ${path}.`);
    return new Uint8Array(await reply.arrayBuffer());
  };
  return {
    read: async (name) => {
      const files = sampleFiles(name);
      const [clip, first, last] = await Promise.all([bytesOf(files.clip), bytesOf(files.first), bytesOf(files.last)]);
      return { clip, first, last };
    },
    readMusic: () => bytesOf(sampleMusic.path),
  };
}
