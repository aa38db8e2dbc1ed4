/** Facts of the clip of one second that tests bring as an own file. */
import { mediaFactsSchema } from '#shared/entities/media-facts.ts';

export const oneSecondFacts = mediaFactsSchema.parse({
  video: {
    codec: 'avc1.64001e',
    width: 640,
    height: 360,
    fps: { num: 24, den: 1 },
    frameCount: 24,
    durationSeconds: 1,
  },
  audio: { codec: 'mp4a.40.2', sampleRate: 48_000, channels: 2 },
});
