/** What a model can do beside plain clips, in words: each feature with the lengths, sizes and ratios that it is bound to. */
import type { FeatureRule, ModelFeature, ModelRow } from '../catalogue/models.ts';

const words: Record<ModelFeature, string> = {
  '1080p': '1080p',
  references: 'references',
  extension: 'extension',
  interpolation: 'between frames',
};

/** "1080p (8 s), references (8 s, 16:9), extension (8 s, 720p), interpolation (8 s)"; empty when there is nothing. Number and unit stay on one line. */
export function featureWords(row: ModelRow): string {
  const features = ['1080p', 'references', 'extension', 'interpolation'] as const satisfies readonly ModelFeature[];
  const line = features
    .flatMap((feature) => {
      const rule = row.rules[feature];
      return rule ? [words[feature] + bounds(feature, rule, row)] : [];
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
