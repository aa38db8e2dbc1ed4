/** The demo studio's image model: a dozen portraits of our own, chosen by the words of the description. */
import { z } from 'zod';
import type { ReadMaster } from '../video-model/demo/master-files.ts';
import type { ImageModel, PortraitWish } from './port.ts';

const manifestSchema = z.object({ portraits: z.array(z.object({ file: z.string(), label: z.string() })).min(1) });
type Portrait = z.infer<typeof manifestSchema>['portraits'][number];

/** It has no key, costs nothing, and makes no requests. */
export function demoImageModel(read: ReadMaster): ImageModel {
  return {
    name: 'demo-studio',
    pricePerPictureUsd: 0,
    drawPortraits: async (characters) => {
      const manifest = manifestSchema.parse(JSON.parse(new TextDecoder().decode(await read('manifest.json'))));
      const chosen = choosePortraits(characters, manifest.portraits);
      return Promise.all(
        chosen.map(async ({ file }) => ({ kind: 'picture' as const, bytes: await read(file), chargedUsd: 0 })),
      );
    },
  };
}

/**
 * The portrait whose label has most words in common with the description; no portrait twice while there are others. A
 * further take goes through the others, one after the other.
 */
function choosePortraits(characters: readonly PortraitWish[], portraits: readonly Portrait[]): Portrait[] {
  const left = new Set(portraits);
  return characters.map(({ description, take = 0 }) => {
    const words = wordsOf(description);
    const rows = Array.from(left.size > 0 ? left : portraits).map((portrait) => ({
      portrait,
      hits: Array.from(wordsOf(portrait.label)).filter((word) => words.has(word)).length,
    }));
    const [first, ...others] = rows.toSorted((a, b) => b.hits - a.hits);
    const best = (take === 0 ? first : (others[take % others.length] ?? first))?.portrait;
    if (best === undefined) throw new Error('The demo studio has no portraits.');
    left.delete(best);
    return best;
  });
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
}
