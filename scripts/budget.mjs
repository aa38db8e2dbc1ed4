/** Holds what the tests took against `tests/budget.json`: seconds on a quiet machine, for each step and for any file. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** As many files are named in any case. */
const SLOWEST = 10;

/** @returns {{ quietSeconds: Record<string, number>, fileSeconds: number, stepSeconds: Record<string, number> }} */
export const readBudget = () => JSON.parse(readFileSync(`${root}tests/budget.json`, 'utf8'));

/**
 * @param {import('./steps.mjs').Result[]} results
 * @param {number} slowness by which a budget grows (`calibrate.mjs`)
 * @returns {string[]} lines to print
 */
export function budgetLines(results, slowness) {
  const { stepSeconds, fileSeconds } = readBudget();
  const steps = results.map(({ step, seconds }) => {
    const budget = stepSeconds[step];
    if (budget === undefined) return `${seconds.toFixed(0).padStart(5)} s  ${step}`;
    const isOver = seconds > budget * slowness;
    return `${seconds.toFixed(0).padStart(5)} s  ${step}, of ${(budget * slowness).toFixed(0)} s${isOver ? ': OVER' : ''}`;
  });
  const files = results.flatMap((result) => result.files).toSorted((one, other) => other.seconds - one.seconds);
  const named = files.filter((file, index) => index < SLOWEST || file.seconds > fileSeconds * slowness);
  return [
    `── time, on a machine ×${slowness.toFixed(1)}`,
    ...steps,
    `── slowest files, of ${(fileSeconds * slowness).toFixed(0)} s`,
    ...named.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`),
  ];
}

/**
 * @param {Record<string, number>} taken seconds by step
 * @returns {string[]} the steps that are too slow to go on with, where the machine was quick enough to tell
 */
export function overBudget(taken, slowness) {
  if (slowness > 1.2) return [];
  return Object.entries(readBudget().stepSeconds)
    .filter(([step, budget]) => (taken[step] ?? 0) > 1.3 * budget * Math.max(1, slowness))
    .map(([step, budget]) => `${step}: ${taken[step]?.toFixed(0)} s of ${budget} s`);
}
