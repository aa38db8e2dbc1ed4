/** What a gesture made of a piece lies over it until the saved piece has come round, and not a moment longer. */
import { beforeEach, expect, test } from 'vitest';
import { dragAudio } from '#features/timeline/audio/audio-drag.ts';
import {
  audioSession,
  draftAudio,
  dropAudioDraft,
  releaseAudio,
  settleAudio,
} from '#features/timeline/audio/audio-store.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { editAudio } from '#shared/rules/audio-edits.ts';
import { audioPiece, testHash } from '#tests/helpers/rows.ts';

beforeEach(dropAudioDraft);

test('the start of a voice-over with takes', async () => {
  const other = { mediaId: testHash(7), name: 'Take 2', inSeconds: 0.5, outSeconds: 5 };
  const piece = audioPiece({ kind: 'voice', outSeconds: 6, takes: [other] });
  draftAudio(piece.id, dragAudio(piece, 'start', 1, { movieSeconds: 30, fileSeconds: 12 }));
  let saved: MovieAudio[] = [];
  await releaseAudio(async (id, patch) => {
    saved = editAudio([piece], [{ op: 'patch', id, patch }]);
  });
  settleAudio([piece]);
  expect(audioSession.getState().draft).not.toBeNull();
  // As it comes out of the database: equal, and not the same.
  settleAudio(structuredClone(saved));
  expect(audioSession.getState().draft).toBeNull();
});
