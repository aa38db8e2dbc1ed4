/** The sentences of a receipt: said where there is something to say, of the scene that it is about. */
import { expect, test } from 'vitest';
import { receiptNotes } from '#shared/export-receipt/make-receipt.ts';
import { receiptWords } from '#shared/export-receipt/words.ts';
import type { Receipt } from '#media/worker/client.ts';

const checks: Receipt['checks'] = {
  frameCount: 192,
  videoDurationUs: 8_000_000,
  audioDurationUs: 8_000_000,
  videoCodec: 'avc1.64001f',
  audioCodec: null,
  color: { primaries: null, transfer: null, matrix: null, fullRange: null },
  decoded: 'sampled',
  comparedStretches: 2,
  worstPictureDifference: 0,
};

function stretches(...damaged: [sceneNumber: number, frames: number][]): Receipt['stretches'] {
  return damaged.map(([sceneNumber, damagedFrames]) => ({
    ...{ sceneNumber, kind: 'copy', startFrame: 0, frameCount: 96, reasons: [], sceneTitle: '', clipSha256: '' },
    ...{ isReused: false, damagedFrames, clipHasContentCredentials: false },
  }));
}

const notesOf = (told: Pick<Receipt, 'checks' | 'stretches'>) => receiptNotes(told, receiptWords.undecodedByBrowser);

test('nothing is said of a movie of which a few pictures were looked at and were right', () => {
  expect(notesOf({ checks, stretches: stretches([1, 0], [2, 0]) })).toEqual([]);
});

test('damage is told once for each scene, with all of its pictures', () => {
  expect(notesOf({ checks, stretches: stretches([1, 0], [2, 1], [3, 40], [3, 2]) })).toEqual([
    'Scene 2: 1 frame can’t be decoded. The clip is damaged there and was copied as it is.',
    'Scene 3: 42 frames can’t be decoded. The clip is damaged there and was copied as it is.',
  ]);
});

test('where every picture was decoded, that is said; not beside damage', () => {
  const every = { ...checks, decoded: 'every' as const };
  expect(notesOf({ checks: every, stretches: stretches([1, 0]) })).toEqual(['Every frame was decoded.']);
  expect(notesOf({ checks: every, stretches: stretches([1, 3]) })).toHaveLength(1);
});

test('where no picture could be decoded, the codec is named, and what was done instead', () => {
  const undecoded = { ...checks, decoded: 'none', videoCodec: 'hvc1.1.6.L63.90' } as const;
  expect(notesOf({ checks: undecoded, stretches: [] })[0]).toBe(
    'Your browser can’t decode HEVC, so no frame was decoded. Instead, every byte of the video was compared with the clips.',
  );
});
