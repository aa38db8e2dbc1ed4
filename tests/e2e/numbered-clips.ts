/** A stand-in provider whose clips have a number in every frame. */
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';

export type NumberedClips = {
  gemini: FakeGemini;
  /** Which clip each prompt got: by the order in which the jobs were accepted. */
  clipOfPrompt: ReadonlyMap<string, { number: number; frames: number }>;
};

export async function startNumberedClips(): Promise<NumberedClips> {
  const clipOfPrompt = new Map<string, { number: number; frames: number }>();
  const gemini = await startFakeGemini({
    slowPolls: 1,
    clips: ({ prompt, durationSeconds, index }) => {
      const number = index + 1;
      clipOfPrompt.set(prompt, { number, frames: durationSeconds * 24 });
      return makeClip({ seconds: durationSeconds, sceneNumber: number });
    },
  });
  return { gemini, clipOfPrompt };
}
