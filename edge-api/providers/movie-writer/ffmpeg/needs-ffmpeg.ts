/** Whether a movie can be written without ffmpeg: only where every picture and every sound is copied. */
import { planExport } from '#shared/export-plan/plan-export.ts';
import { MovieWriteError, type MovieOrder } from '../port.ts';
import { closeClips, openSceneClips, type OpenClip } from './open-clips.ts';

/** Opens the clips and plans; encodes nothing. A clip that can't be read counts as one that has to be encoded. */
export async function needsFfmpeg(
  { plan, target, open }: Pick<MovieOrder, 'plan' | 'target' | 'open'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (target.format === 'webm') return true;
  const opened = new Map<string, OpenClip>();
  try {
    const clips = await openSceneClips({ plan, open }, opened, { signal, ffmpeg: null });
    const facts = clips.map((clip) => clip.facts);
    const { video, audio } = planExport(plan, facts, target, { encoderConfig: null });
    // Silence is encoded, too.
    return video.some(({ kind }) => kind === 'encode') || (audio?.runs ?? []).some(({ kind }) => kind !== 'copy');
  } catch (error) {
    if (error instanceof MovieWriteError) return true;
    throw error;
  } finally {
    await closeClips(opened);
  }
}
