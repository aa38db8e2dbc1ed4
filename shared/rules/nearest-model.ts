/** Which model can stand in for one that is gone. One rule for both sides. */
import { modelRow, models, type ModelFeature, type ModelId, type ModelRow } from '../catalogue/models.ts';

/**
 * The reachable model that can do most of what the wanted one can: its features first, then its lengths and sizes, then
 * the catalogue's order. Null when nothing else is reachable.
 */
export function nearestModel(wanted: ModelId, reachable: readonly ModelId[]): ModelId | null {
  const target = modelRow(wanted);
  const others = models.filter(({ id }) => id !== wanted && reachable.includes(id));
  return others.toSorted((a, b) => likeness(b, target) - likeness(a, target))[0]?.id ?? null;
}

const FEATURE_WEIGHT = 10;

function likeness(row: ModelRow, target: ModelRow): number {
  const features = (Object.keys(target.rules) as ModelFeature[]).filter((feature) => row.rules[feature] !== undefined);
  const lengths = target.durations.filter((seconds) => row.durations.includes(seconds));
  const sizes = target.resolutions.filter((size) => row.resolutions.includes(size));
  return features.length * FEATURE_WEIGHT + lengths.length + sizes.length;
}
