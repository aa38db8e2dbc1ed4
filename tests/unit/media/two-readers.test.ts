/**
 * What the server and the browser read in one file, side by side: where they differ is written down here, with the one that is
 * right. A row goes when both use one reader.
 */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import { openClip } from '#media/probe/open-clip.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { convertedPath } from '#tests/helpers/clips/convert-clip.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { ODD_FILES } from '#tests/helpers/clips/odd-forms.ts';

const SMALL: ClipSpec = { seconds: 4, size: '360p', sceneNumber: 7 };

type Told = Record<string, unknown> | string;

async function toldByServer(bytes: Uint8Array<ArrayBuffer>): Promise<Told> {
  try {
    const { video, audio } = await parseMp4Facts(blobSource(new Blob([bytes])));
    const { codec, width, height, fps, frameCount, keyFrames } = video;
    const rate = `${fps.num}/${fps.den}`;
    return {
      codec,
      size: `${width}x${height}`,
      rate,
      frameCount,
      keyFrames: keyFrames.join(' '),
      sound: audio?.codec ?? null,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function toldByBrowser(bytes: Uint8Array<ArrayBuffer>): Promise<Told> {
  try {
    const { facts, close } = await openClip(new Blob([bytes]));
    close();
    const { codec, width, height, fps, frameCount, keyFrames } = facts.video;
    const rate = `${fps.num}/${fps.den}`;
    return {
      codec,
      size: `${width}x${height}`,
      rate,
      frameCount,
      keyFrames: keyFrames.join(' '),
      sound: facts.audio?.codec ?? null,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Server's word, then the browser's, of each fact that they don't agree on. */
function differences(server: Told, browser: Told): Record<string, [unknown, unknown]> {
  if (typeof server === 'string' || typeof browser === 'string')
    return server === browser
      ? {}
      : { file: [typeof server === 'string' ? server : 'read', typeof browser === 'string' ? browser : 'read'] };
  return Object.fromEntries(
    Object.keys(server)
      .filter((name) => server[name] !== browser[name])
      .map((name) => [name, [server[name], browser[name]]]),
  );
}

const KNOWN: Record<string, Record<string, [unknown, unknown]>> = {
  // The browser is right: the samples stand in the fragments.
  fragments: { file: ['The picture has no frames.', 'read'] },
  'fragments of a second without a base': { file: ['The picture has no frames.', 'read'] },
  'fragments and no sound': { file: ['The picture has no frames.', 'read'] },
  // Neither: the server divides by a length that has the last picture's in it, the browser rounds the ratio.
  'a varying rate': { rate: ['232/15', '14710/1000'] },
  // The browser is right: movies are planned by the size on screen.
  'pixels that are not square': { size: ['640x360', '853x360'] },
  // The browser is right: QuickTime closes a list of boxes with four zeros.
  QuickTime: { file: ['The "\\u0000\\u0000\\u0000\\u0000" box reaches past the end of the file.', 'read'] },
  // The browser is right in these: the names are those of WebCodecs.
  'sound that is not compressed, in QuickTime': { sound: ['sowt', 'pcm-s16'] },
  'MP3 sound': { sound: ['mp4a.6b', 'mp3'] },
  'Opus sound': { sound: ['Opus', 'opus'] },
};

test.each(Object.entries(ODD_FILES))('%s', async (name, args) => {
  const path = args.length === 0 ? await clipPath(SMALL) : await convertedPath(SMALL, args);
  const bytes = Uint8Array.from(await readFile(path));
  expect(differences(await toldByServer(bytes), await toldByBrowser(bytes))).toEqual(KNOWN[name] ?? {});
});
