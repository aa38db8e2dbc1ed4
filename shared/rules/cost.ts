/** The cost estimate that is shown before anything is generated. */
import type { Scene } from '../entities/scene.ts';
import { formatUsd } from '../words/format.ts';
import { costWords } from './words.ts';

export const USD_PER_SECOND = 0.25;
/** A generation above this is flagged and asks for a second look. */
export const HIGH_COST_USD = 50;
export const COST_WARNING = costWords.warning;
export const HIGH_COST_WARNING = costWords.highWarning;

export type CostEstimate = {
  totalScenes: number;
  /** Seconds that are charged for. */
  totalDuration: number;
  estimatedCost: number;
  costPerScene: { sceneNumber: number; duration: number; cost: number }[];
};

/** Seconds that are charged for a scene: above 8 they are rounded up to a multiple of 8. */
export function billedSeconds(durationSeconds: number): number {
  return durationSeconds > 8 ? Math.ceil(durationSeconds / 8) * 8 : durationSeconds;
}

type Estimated = Pick<Scene, 'sceneNumber' | 'duration' | 'isExtension'> & Partial<Pick<Scene, 'source'>>;

/** The estimate for making these scenes; extension rows are within their parent and not counted, and own clips cost nothing. */
export function estimateCost(scenes: readonly Estimated[]): CostEstimate {
  const costPerScene = scenes
    .filter((scene) => !scene.isExtension && scene.source !== 'clip')
    .map(({ sceneNumber, duration }) => ({
      sceneNumber,
      duration: billedSeconds(duration),
      cost: billedSeconds(duration) * USD_PER_SECOND,
    }));
  return {
    totalScenes: costPerScene.length,
    totalDuration: costPerScene.reduce((sum, row) => sum + row.duration, 0),
    estimatedCost: costPerScene.reduce((sum, row) => sum + row.cost, 0),
    costPerScene,
  };
}

/** What making a scene longer adds to its estimate, in USD. */
export function estimateForExtension({ from, to }: { from: number; to: number }): number {
  return (billedSeconds(to) - billedSeconds(from)) * USD_PER_SECOND;
}

/** The estimate in USD for a target length in seconds. */
export function estimateForLength(seconds: number): number {
  return seconds * USD_PER_SECOND;
}

/** As `formatUsd`, but an amount under half a cent doesn’t read as zero: "less than $0.01" */
export function formatSpentUsd(amount: number): string {
  return amount > 0 && amount < 0.005 ? costWords.lessThanACent : formatUsd(amount);
}
