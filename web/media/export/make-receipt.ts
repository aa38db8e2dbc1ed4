/** What was done to make a file, for whoever wants to know where its pictures come from. */
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { codecName } from '../failures.ts';
import { receiptWords } from '../words.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import type { EncodedStretches, ExportJob } from './job.ts';
import { heardPackets, type AudioPlan } from '#shared/export-plan/plan-types.ts';
import { plannedStretch } from '#shared/export-plan/planned-stretch.ts';
import type { Verified } from './check/verify.ts';
import { leftOutSound, reducedColor } from '#shared/export-plan/told-losses.ts';
import type { WrittenMovie } from './write/write-movie.ts';

export function receiptOf(
  { input, movie, plan, encoder, clips, deps }: ExportJob,
  { blob, soundEncoder }: WrittenMovie,
  { reused }: EncodedStretches,
  { verification: checks, sha256, damagedFrames }: Verified,
): Receipt {
  const { width, height, format } = plan.target;
  const told = { movie, plan, clips: clips.map(({ facts }) => facts) };
  const receipt: Receipt = {
    kind: 'storyreel-export-receipt',
    version: 1,
    madeAt: new Date(input.madeAt).toISOString(),
    title: movie.title,
    author: movie.author,
    madeWithAi: true,
    file: {
      sizeBytes: blob.size,
      sha256,
      width,
      height,
      format,
      framesPerSecond: plan.fps.den === 1 ? String(plan.fps.num) : `${plan.fps.num}/${plan.fps.den}`,
      frameCount: plan.frameCount,
      seconds: planDurationUs(movie) / 1_000_000,
    },
    encoders: {
      video:
        encoder === null
          ? null
          : {
              codec: encoder.config.codec,
              acceleration: encoder.config.hardwareAcceleration ?? 'no-preference',
              bitsPerSecond: encoder.config.bitrate ?? 0,
            },
      sound: soundEncoder,
      browser: deps.userAgent,
    },
    stretches: plan.video.map((stretch) => {
      const scene = movie.scenes[stretch.scene];
      return {
        ...plannedStretch(movie, stretch),
        damagedFrames: damagedFrames.get(stretch) ?? 0,
        sceneTitle: scene?.title ?? '',
        clipSha256: scene?.clip.sha256 ?? '',
        isReused: stretch.kind === 'encode' && reused.has(stretch),
        clipHasContentCredentials: clips[stretch.scene]?.facts.hasContentCredentials ?? false,
      };
    }),
    sound: plan.audio === null ? null : { ...countPackets(plan.audio), leftOut: leftOutSound(told) },
    reducedColor: reducedColor(told),
    checks,
    notes: [],
  };
  return { ...receipt, notes: receiptNotes(receipt) };
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
export function receiptNotes({ checks, stretches }: Pick<Receipt, 'checks' | 'stretches'>): string[] {
  const damaged = new Map<number, number>();
  for (const { sceneNumber, damagedFrames } of stretches)
    if (damagedFrames > 0) damaged.set(sceneNumber, (damaged.get(sceneNumber) ?? 0) + damagedFrames);
  const damage = [...damaged].map(([number, frames]) => receiptWords.damage({ number, frames }));
  const { decoded, videoCodec } = checks;
  if (decoded === 'none') return [receiptWords.undecoded({ codec: codecName(videoCodec) ?? videoCodec }), ...damage];
  return decoded === 'every' && damage.length === 0 ? [receiptWords.everyFrame] : damage;
}
