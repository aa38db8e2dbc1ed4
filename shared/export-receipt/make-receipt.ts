/** What was done to make a file, for whoever wants to know where its pictures come from. */
import { audioSpan } from '#shared/movie/audio-span.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { planDurationUs, type MoviePlan, type PlanAudio } from '#shared/movie/movie-plan.ts';
import { TARGET_LUFS } from '#shared/sound/levelling.ts';
import { codecName } from '#shared/words/codec-words.ts';
import { heardPackets, type AudioPlan, type EncodedVideo, type VideoStretch } from '#shared/export-plan/plan-types.ts';
import { plannedStretch } from '#shared/export-plan/planned-stretch.ts';
import { leftOutSound, reducedColor, type Told } from '#shared/export-plan/told-losses.ts';
import type { Receipt } from './receipt.ts';
import type { Verification } from './verification.ts';
import { receiptWords, type UndecodedNote } from './words.ts';

export type Made = Told & {
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** Bytes of the file. */
  sizeBytes: number;
  /** Of the file, in hexadecimal. */
  sha256: string;
  encoders: Receipt['encoders'];
  /** Encoded for an earlier export and used again. */
  reused: ReadonlySet<EncodedVideo>;
  checks: Verification;
  /** How many pictures of copied stretches do not decode, as far as that was looked at. */
  damagedFrames: ReadonlyMap<VideoStretch, number>;
  /** What the receipt says where nothing was decoded. */
  undecoded: UndecodedNote;
};

export function receiptOf(made: Made): Receipt {
  const { movie, plan, clips, madeAt, sizeBytes, sha256, encoders, reused, checks, damagedFrames, undecoded } = made;
  const { width, height, format } = plan.target;
  const receipt: Receipt = {
    kind: 'storyreel-export-receipt',
    version: 1,
    madeAt: new Date(madeAt).toISOString(),
    title: movie.title,
    author: movie.author,
    madeWithAi: true,
    file: {
      sizeBytes,
      sha256,
      width,
      height,
      format,
      framesPerSecond: plan.fps.den === 1 ? String(plan.fps.num) : `${plan.fps.num}/${plan.fps.den}`,
      frameCount: plan.frameCount,
      seconds: planDurationUs(movie) / 1_000_000,
    },
    encoders,
    stretches: plan.video.map((stretch) => {
      const scene = movie.scenes[stretch.scene];
      return {
        ...plannedStretch(movie, stretch),
        damagedFrames: damagedFrames.get(stretch) ?? 0,
        sceneTitle: scene?.title ?? '',
        clipSha256: scene?.clip.sha256 ?? '',
        isReused: stretch.kind === 'encode' && reused.has(stretch),
        clipHasContentCredentials: clips[stretch.scene]?.hasContentCredentials ?? false,
      };
    }),
    sound: plan.audio === null ? null : { ...countPackets(plan.audio), leftOut: leftOutSound(made) },
    mix: plan.audio === null ? null : mixOf(movie, plan.audio),
    reducedColor: reducedColor(made),
    checks,
    notes: [],
  };
  return { ...receipt, notes: receiptNotes(receipt, undecoded) };
}

/** What is heard beside the scenes, and how loud. */
export function mixOf(movie: MoviePlan, { config }: Pick<AudioPlan, 'config'>): NonNullable<Receipt['mix']> {
  const { levelling, audio } = movie;
  const pieces = audio.filter((piece) => isWithin(movie, piece)).toSorted((a, b) => a.startSeconds - b.startSeconds);
  const namesOf = (wanted: PlanAudio['kind']): string[] => [
    ...new Set(pieces.filter(({ kind }) => kind === wanted).map(({ name }) => name)),
  ];
  const levelledToLufs = levelling ? TARGET_LUFS : null;
  return { channels: config.channels, levelledToLufs, music: namesOf('music'), voiceOvers: namesOf('voice') };
}

/** Whether a piece is heard in the part of the movie that is exported. */
function isWithin({ fps, frameCount, partOf }: MoviePlan, piece: PlanAudio): boolean {
  const secondsOf = (frames: number): number => frames / fpsNumber(fps);
  const span = audioSpan(piece, {
    movieSeconds: secondsOf(partOf?.frameCount ?? frameCount),
    fileSeconds: null,
  });
  const from = secondsOf(partOf?.fromFrame ?? 0);
  return span !== null && !piece.muted && span.startSeconds < from + secondsOf(frameCount) && span.endSeconds > from;
}

function countPackets({ runs }: AudioPlan): Omit<NonNullable<Receipt['sound']>, 'leftOut'> {
  const countOf = (kind: AudioPlan['runs'][number]['kind']): number =>
    runs.reduce((sum, run) => (run.kind === kind ? sum + run.packetCount : sum), 0);
  // Silence in front of the movie only primes a decoder.
  const silent = runs.filter(({ kind }) => kind === 'silence').reduce((sum, run) => sum + heardPackets(run), 0);
  return {
    copiedPackets: countOf('copy'),
    encodedPackets: countOf('encode'),
    silentPackets: silent,
  };
}

/** Sentences about what was not looked at, and what did not decode; none where there is nothing to add. */
export function receiptNotes(
  { checks, stretches }: Pick<Receipt, 'checks' | 'stretches'>,
  undecoded: UndecodedNote,
): string[] {
  const damaged = new Map<number, number>();
  for (const { sceneNumber, damagedFrames } of stretches)
    if (damagedFrames > 0) damaged.set(sceneNumber, (damaged.get(sceneNumber) ?? 0) + damagedFrames);
  const damage = [...damaged].map(([number, frames]) => receiptWords.damage({ number, frames }));
  const { decoded, videoCodec } = checks;
  if (decoded === 'none') return [undecoded({ codec: codecName(videoCodec) ?? videoCodec }), ...damage];
  return decoded === 'every' && damage.length === 0 ? [receiptWords.everyFrame] : damage;
}
