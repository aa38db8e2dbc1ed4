/** Looks at clips before they are exported, so that the check of the movie need not. */
import { canDecode } from '#media/decode/can-decode.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import type { ExportInput } from '../export-input.ts';
import { addPictures, keptPictures } from './clip-pictures.ts';
import type { ExportDeps } from '../export-deps.ts';
import { openSceneClips } from '../open-scene-clips.ts';
import { prepareExport } from '../plan/prepare-export.ts';

/** Keeps the pictures of what would be copied. @throws MediaFailure, or an AbortError, when what was seen until then is kept */
export async function lookAtClips(
  asked: Pick<ExportInput, 'plan' | 'target' | 'sources'>,
  deps: Pick<ExportDeps, 'openSource' | 'segments' | 'userAgent' | 'seenPictures'>,
  signal: AbortSignal,
): Promise<void> {
  const opened = new Map<string, OpenClip>();
  try {
    const clips = await openSceneClips(asked, deps, opened, signal);
    const { plan } = await prepareExport({ ...asked, leavesOutSound: true }, clips);
    const job = { movie: asked.plan, plan, clips, deps, signal };
    const copied = plan.video.filter(({ kind }) => kind === 'copy').map(({ scene }) => clips[scene]);
    for (const clip of copied) if (clip === undefined || !(await canDecode(clip))) return;
    await addPictures(job, await keptPictures(job));
  } finally {
    for (const clip of opened.values()) clip.close();
  }
}
