/**
 * What copied stretches look like in the clips they come from. A clip is decoded for that once: its pictures, very small, are
 * kept beside the encoded stretches, by the clip's hash, the engine's version and the browser whose decoder showed them.
 */
import { MediaFailure } from '#media/failures.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import { decodePicks, type Picked } from './decode-picks.ts';
import type { ExportDeps } from '../export-deps.ts';
import { sampledFrame, type Fingerprint } from '#shared/join/fingerprint.ts';
import type { ExportJob } from '../job.ts';
import type { CopiedVideo } from '#shared/export-plan/plan-types.ts';
import type { Segment, SegmentIndex } from '../segments/segment-store.ts';
import { ENGINE_VERSION, hashOf } from '../segments/stretch-key.ts';

/** A frame of a stretch, counted from its first, and how it looks. */
export type Picture = { offset: number; fingerprint: Fingerprint };

/** The part of an export that this needs. */
export type CopiedFrom = Pick<ExportJob, 'movie' | 'plan' | 'clips' | 'signal'> & {
  deps: Pick<ExportDeps, 'segments' | 'userAgent' | 'seenPictures'>;
};

export type ClipPictures = Map<CopiedVideo, Picture[]>;

/** Pictures by the name under which they are kept: what is in memory need not be read. */
export type SeenPictures = Map<string, readonly Picture[]>;

/** The first frame of a stretch, which tells whether its join decodes, and one that hangs on those between. */
export function picturedFrames(stretch: { frameCount: number }): number[] {
  return [...new Set([0, sampledFrame(stretch)])];
}

/** The pictures of those copied stretches whose clips were decoded before. */
export async function keptPictures(job: CopiedFrom): Promise<ClipPictures> {
  const found = await Promise.all(
    copied(job).map(async (stretch): Promise<[CopiedVideo, Picture[] | null]> => {
      const key = await keyOf(job, stretch);
      const seen = job.deps.seenPictures?.get(key);
      if (seen !== undefined) return [stretch, [...seen]];
      const segment = await readQuietly(job, key);
      return [stretch, segment === null ? null : picturesOf(segment.index, stretch)];
    }),
  );
  return new Map(found.flatMap(([stretch, pictures]) => (pictures === null ? [] : [[stretch, pictures]])));
}

/** Drops what is kept of these stretches, so that what is seen next is kept instead. */
export async function forgetPictures(job: CopiedFrom, stretches: Iterable<CopiedVideo>): Promise<void> {
  for (const stretch of stretches) {
    const key = await keyOf(job, stretch);
    job.deps.seenPictures?.delete(key);
    await job.deps.segments.remove(key);
  }
}

/** What can't be read is as good as not there: the clip is decoded again. */
async function readQuietly({ deps }: CopiedFrom, key: string): Promise<Segment | null> {
  try {
    return await deps.segments.read(key);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/**
 * Decodes the clips of stretches that are not among `known`, adds their pictures to it, and keeps them.
 * @returns stretches whose clips do not decode so far: they are damaged
 */
export async function addPictures(job: CopiedFrom, known: ClipPictures): Promise<Set<CopiedVideo>> {
  const missing = copied(job).filter((stretch) => !known.has(stretch));
  const damaged = new Set<CopiedVideo>();
  try {
    for (const group of byKind(job, missing))
      for (const stretch of await undecodable(job, group, known)) damaged.add(stretch);
    return damaged;
  } finally {
    // What was seen before a cancel is good all the same.
    await Promise.all(missing.map((stretch) => keep(job, stretch, known.get(stretch) ?? [])));
  }
}

/** Decodes a group as a whole or, where a clip is damaged, each of its stretches by itself. */
async function undecodable(
  job: CopiedFrom,
  group: readonly CopiedVideo[],
  known: ClipPictures,
): Promise<readonly CopiedVideo[]> {
  if (await decodes(job, group, known)) return [];
  for (const stretch of group) known.delete(stretch);
  const damaged: CopiedVideo[] = [];
  for (const stretch of group) if (!(await decodes(job, [stretch], known))) damaged.push(stretch);
  for (const stretch of damaged) known.delete(stretch);
  return damaged;
}

/** False where a decoder gives up. */
async function decodes(job: CopiedFrom, group: readonly CopiedVideo[], known: ClipPictures): Promise<boolean> {
  try {
    await decodeGroup(job, group, known);
  } catch (error) {
    if (error instanceof MediaFailure && error.code === 'source-unreadable') return false;
    throw error;
  }
  return group.every((stretch) => known.get(stretch)?.length === picturedFrames(stretch).length);
}

async function decodeGroup(job: CopiedFrom, group: readonly CopiedVideo[], known: ClipPictures): Promise<void> {
  await decodePicks({
    picks: group.map((stretch): Picked => {
      const frames = picturedFrames(stretch).map((offset) => stretch.firstFrame + offset);
      return { clip: clipOf(job, stretch), frames };
    }),
    isTagged: true,
    signal: job.signal,
    onPicture: (pick, frame, fingerprint) => {
      const stretch = group[pick];
      const offset = stretch === undefined ? undefined : picturedFrames(stretch)[frame];
      if (stretch === undefined || offset === undefined) return;
      known.set(stretch, [...(known.get(stretch) ?? []), { offset, fingerprint }]);
    },
  });
}

function copied({ plan }: CopiedFrom): CopiedVideo[] {
  return plan.video.filter((stretch) => stretch.kind === 'copy');
}

function clipOf({ clips }: CopiedFrom, { scene }: CopiedVideo): OpenClip {
  const clip = clips[scene];
  if (clip === undefined) throw new RangeError(`Scene ${scene} has no open clip`);
  return clip;
}

/** Stretches of clips that one decoder can read. */
function byKind(job: CopiedFrom, stretches: readonly CopiedVideo[]): CopiedVideo[][] {
  const groups = new Map<string, CopiedVideo[]>();
  for (const stretch of stretches) {
    const key = clipOf(job, stretch).facts.video.stored?.setsKey ?? '';
    groups.set(key, [...(groups.get(key) ?? []), stretch]);
  }
  return [...groups.values()];
}

async function keyOf({ movie, clips, deps }: CopiedFrom, stretch: CopiedVideo): Promise<string> {
  return await hashOf({
    of: 'pictures of a clip',
    version: ENGINE_VERSION,
    browser: deps.userAgent,
    clip: [movie.scenes[stretch.scene]?.clip.sha256, clips[stretch.scene]?.facts.sizeBytes],
    firstFrame: stretch.firstFrame,
    offsets: picturedFrames(stretch),
  });
}

/** Null where there are not all of them. */
function picturesOf({ sample, moreSamples = [] }: SegmentIndex, stretch: CopiedVideo): Picture[] | null {
  const pictures = [sample, ...moreSamples].flatMap((one): Picture[] =>
    one === null ? [] : [{ offset: one.frame, fingerprint: Uint8Array.from(one.fingerprint) }],
  );
  return pictures.length === picturedFrames(stretch).length ? pictures : null;
}

/** Nothing is lost where there is no room for it: the clip is decoded again next time. */
async function keep(job: CopiedFrom, stretch: CopiedVideo, pictures: readonly Picture[]): Promise<void> {
  const [sample, ...moreSamples] = pictures.map(({ offset, fingerprint }) => ({
    frame: offset,
    fingerprint: [...fingerprint],
  }));
  if (sample === undefined || pictures.length !== picturedFrames(stretch).length) return;
  const key = await keyOf(job, stretch);
  job.deps.seenPictures?.set(key, pictures);
  try {
    const writer = await job.deps.segments.write(key);
    try {
      const nothing = { codec: '', description: null, sizes: [], keys: [], shown: null, timesUs: null };
      await writer.finish({ ...nothing, sample, moreSamples });
    } finally {
      await writer.discard();
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
