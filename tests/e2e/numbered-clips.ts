/** A stand-in provider whose clips have a number in every frame. */
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { checkMovieFile, type MovieFigures } from '#tests/helpers/movie-check.ts';
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

/** Holds a movie of 720p against the clips that its scenes' prompts got: every picture, and the sound at every join. */
export function checkInStep(
  { gemini, clipOfPrompt }: NumberedClips,
  scenes: readonly { prompt: string }[],
  path: string,
): Promise<MovieFigures> {
  return checkMovieFile(path, {
    scenes: scenes.map(({ prompt }) => {
      const job = gemini.jobs.find((one) => one.prompt.includes(prompt));
      const clip = clipOfPrompt.get(job?.prompt ?? prompt);
      if (!clip) throw new Error(`No clip was made for: ${prompt}`);
      return { number: clip.number, frames: clip.frames, fps: 24, firstFrame: 0 };
    }),
    fps: 24,
    width: 1280,
    height: 720,
    videoCodec: 'h264',
    audioCodec: 'aac',
    clicks: true,
  });
}
