/** How a target length is cut into scenes of the lengths that a model can make. */
import type { ModelRow } from '../catalogue/models.ts';

/**
 * Scene lengths in seconds that add up to the target exactly, with as many of the model's longest as possible and
 * the shorter ones last. Every target that the product offers (30 to 600 in steps of 30) can be met by every row.
 * @throws RangeError when no sum of the model's lengths gives the target
 */
export function breakdownLengths(targetSeconds: number, row: Pick<ModelRow, 'durations'>): number[] {
  const longestFirst = row.durations.toSorted((a, b) => b - a);
  const found = fill(targetSeconds, longestFirst);
  if (!found) throw new RangeError(`${targetSeconds} s can't be cut into scenes of ${row.durations.join(', ')} s.`);
  return found;
}

function fill(rest: number, lengths: readonly number[]): number[] | null {
  if (rest === 0) return [];
  const [longest, ...shorter] = lengths;
  if (longest === undefined || rest < 0) return null;
  for (let count = Math.floor(rest / longest); count >= 0; count--) {
    const tail = fill(rest - count * longest, shorter);
    if (tail) return [...Array.from({ length: count }, () => longest), ...tail];
  }
  return null;
}

/** Scenes of more than this are more than a text model tells well in one answer. */
const LONGEST_PART_SECONDS = 120;
/** Targets are multiples of this, and every row's lengths fill it, alone or with two long scenes. */
const PART_STEP_SECONDS = 30;

/** The parts in which a movie is broken down, in seconds: as few as possible and about equally long. */
export function breakdownParts(targetSeconds: number): number[] {
  const count = Math.ceil(targetSeconds / LONGEST_PART_SECONDS);
  const steps = Math.floor(targetSeconds / PART_STEP_SECONDS);
  const parts = Array.from(
    { length: count },
    (_, index) => (Math.floor(((index + 1) * steps) / count) - Math.floor((index * steps) / count)) * PART_STEP_SECONDS,
  );
  const rest = targetSeconds - steps * PART_STEP_SECONDS;
  return parts.map((seconds, index) => (index === count - 1 ? seconds + rest : seconds));
}

type Extendable = Pick<ModelRow, 'durations' | 'extensionSeconds'>;

/** Seconds of a scene that is extended once; null where the model can't extend. */
export function longSceneSeconds(row: Extendable): number | null {
  return row.extensionSeconds === null ? null : Math.max(...row.durations) + row.extensionSeconds;
}

/**
 * The lengths nearest to those that were wished for which the model can make and which add up to the target exactly. A
 * scene becomes a long one only where a longer one than any clip was wished for.
 * @returns null when so many scenes can't have that length together
 */
export function fitSceneLengths(wished: readonly number[], targetSeconds: number, row: Extendable): number[] | null {
  const long = longSceneSeconds(row);
  const longest = Math.max(...row.durations);
  const choices = wished.map((seconds) =>
    (long !== null && seconds > longest ? [...row.durations, long] : row.durations).toSorted((a, b) => b - a),
  );
  const plans = bestPlans(wished, choices, targetSeconds);
  const fitted: number[] = [];
  for (let index = 0, rest = targetSeconds; index < wished.length; index++) {
    const length = plans[index]?.get(rest)?.length;
    if (length === undefined) return null;
    fitted.push(length);
    rest -= length;
  }
  return fitted.length > 0 ? fitted : null;
}

type Plan = { length: number; distance: number };

/**
 * For each scene and each number of seconds that it and those behind it may have together: the length to give it, so that
 * all of them stray least from what was wished for. Worked out from the last scene to the first.
 */
function bestPlans(
  wished: readonly number[],
  choices: readonly (readonly number[])[],
  targetSeconds: number,
): Map<number, Plan>[] {
  const plans: Map<number, Plan>[] = [];
  let behind = new Map<number, Plan>([[0, { length: 0, distance: 0 }]]);
  for (let index = wished.length - 1; index >= 0; index--) {
    const here = new Map<number, Plan>();
    for (const [seconds, { distance }] of behind) {
      for (const length of choices[index] ?? []) {
        const plan = { length, distance: distance + Math.abs(length - (wished[index] ?? length)) };
        const known = here.get(seconds + length);
        if (seconds + length <= targetSeconds && isBetter(plan, known)) here.set(seconds + length, plan);
      }
    }
    plans.unshift(here);
    behind = here;
  }
  return plans;
}

/** Of two that stray alike, the one that begins with the longer scene. */
function isBetter(plan: Plan, known: Plan | undefined): boolean {
  if (known === undefined || plan.distance < known.distance) return true;
  return plan.distance === known.distance && plan.length > known.length;
}
