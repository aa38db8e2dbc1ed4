/** Music and voice-overs: the preview, the export, and the server’s export hand the same sound on, whatever kind of file they come in. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { audioPiece, musicBed, testId } from '#tests/helpers/rows.ts';
import { clip, fileAt, hashOf, planOf } from './media-movie.ts';
import { serverSoundDifferenceDb, soundDifferenceDb, type Project } from './preview-parity.ts';
import type { MusicKind } from './commands/server-movie.ts';

/** Largest difference before encoding, in dB of full scale. */
const MOST_DB = -60;

const TONE = { seconds: 4, size: '360p', sceneNumber: 11, sound: 'tone' } as const;
const QUIET = { seconds: 4, size: '360p', sceneNumber: 14, sound: 'none' } as const;

/** With the paths of its files by their hash. */
async function projectOf(kind: MusicKind): Promise<{ project: Project; paths: Record<string, string> }> {
  const [tone, quiet] = [await clip(TONE), await clip(QUIET)];
  const { plan, sources } = await planOf([
    { file: tone, number: 11, gainDb: -6 },
    { file: quiet, number: 14 },
    { file: tone, number: 11, transition: null },
  ]);
  const tune = await commands.musicFile(6, kind);
  const music = await fileAt(tune);
  const mediaId = await hashOf(music);
  sources[mediaId] = { kind: 'blob', blob: music };
  const bed = musicBed({ mediaId, outSeconds: 2.3, inSeconds: 0.4, gainDb: -6, duckDb: 12, duckSeconds: 0.5 });
  const piece = audioPiece({
    id: testId(702),
    mediaId,
    startSeconds: 5,
    inSeconds: 2,
    outSeconds: 4,
    fadeOutSeconds: 1,
  });
  const voice = audioPiece({
    id: testId(703),
    kind: 'voice',
    mediaId,
    startSeconds: 6,
    outSeconds: 1.5,
    fadeInSeconds: 0.2,
  });
  const paths = {
    [await hashOf(tone)]: await commands.clipFile(TONE),
    [await hashOf(quiet)]: await commands.clipFile(QUIET),
    [mediaId]: tune,
  };
  return { project: { plan: { ...plan, audio: [{ ...bed, fadeInSeconds: 1 }, piece, voice] }, sources }, paths };
}

const KINDS = ['wav', 'mp3', 'm4a', 'flac', 'opus', 'ogg', 'aac'] as const;

test.for<MusicKind>(KINDS)('from a file of type %s', async (kind) => {
  const { project, paths } = await projectOf(kind);
  for (const levelling of [false, true]) {
    const leveled = { ...project, plan: { ...project.plan, levelling } };
    expect(await soundDifferenceDb(leveled, 0)).toBeLessThan(MOST_DB);
    expect(await soundDifferenceDb(leveled, 197_531)).toBeLessThan(MOST_DB);
    expect(await serverSoundDifferenceDb(leveled, paths)).toBeLessThan(MOST_DB);
  }
});

test.for([
  'AAC without its description',
  'mono AAC without its description',
  'Opus in Matroska',
  'late Opus in Matroska',
] as const)('from a file that ffmpeg alone would play otherwise: %s', async (kind) => {
  const { project, paths } = await projectOf(kind);
  expect(await serverSoundDifferenceDb(project, paths)).toBeLessThan(MOST_DB);
});
