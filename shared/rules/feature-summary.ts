/** What a model can do besides plain clips: each feature with the lengths, sizes, and ratios it is limited to. */
import type { FeatureRule, ModelFeature, ModelRow } from '../catalogue/models.ts';
import { featureNames } from './words.ts';

/** "1080p (8 s), references (8 s, 16:9), extension (8 s, 720p), between frames (8 s)"; empty when there is nothing. Number and unit stay on one line. */
export function featureSummary(row: ModelRow): string {
  const features = ['1080p', 'references', 'extension', 'interpolation'] as const satisfies readonly ModelFeature[];
  const line = features
    .flatMap((feature) => {
      const rule = row.rules[feature];
      return rule ? [featureNames[feature] + bounds(feature, rule, row)] : [];
    })
    .join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** Only what is narrower than the row itself. */
function bounds(feature: ModelFeature, rule: FeatureRule, row: ModelRow): string {
  const parts = [
    rule.durations.length < row.durations.length ? `${rule.durations.join(', ')}\u00A0s` : '',
    feature !== '1080p' && rule.resolutions.length < row.resolutions.length ? rule.resolutions.join(', ') : '',
    rule.ratios.length < row.aspectRatios.length ? rule.ratios.join(', ') : '',
  ].filter(Boolean);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
