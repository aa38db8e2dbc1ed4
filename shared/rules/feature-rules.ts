/** What a scene asks for and what its model can do: a broken rule drops the feature, and the card says so. */
import { modelRow, type AspectRatio, type FeatureRule, type ModelFeature, type ModelId } from '../catalogue/models.ts';

export type WantedClip = {
  model: ModelId;
  aspectRatio: AspectRatio;
  /** Seconds. */
  duration: number;
  resolution: '720p' | '1080p';
  references: boolean;
  firstFrame: boolean;
  lastFrame: boolean;
  /** Whether the clip is to be extended afterwards. */
  extension: boolean;
};

/** The wanted clip with everything that the model can't do taken out, and a sentence for each thing that was. */
export function applyFeatureRules(wanted: WantedClip): { clip: WantedClip; notes: string[] } {
  const row = modelRow(wanted.model);
  const notes: string[] = [];
  const clip = { ...wanted };
  const allows = (feature: ModelFeature, resolution = clip.resolution): boolean =>
    fits(row.rules[feature], clip, resolution);
  const form = `a ${clip.duration} s clip in ${clip.aspectRatio}`;

  if (clip.extension && clip.resolution === '1080p' && !allows('extension') && allows('extension', '720p')) {
    clip.resolution = '720p';
    notes.push(`${row.label} extends scenes at 720p only, so this one is made at 720p.`);
  }
  if (clip.extension && !allows('extension')) {
    clip.extension = false;
    notes.push(`Made without its extension: ${row.label} does not extend ${form}.`);
  }
  if (clip.resolution === '1080p' && !(row.resolutions.includes('1080p') && allows('1080p'))) {
    clip.resolution = '720p';
    notes.push(
      `${row.label} makes no ${clip.duration} s clip at 1080p in ${clip.aspectRatio}, so this one is made at 720p.`,
    );
  }
  const noLastFrame = clip.lastFrame ? whyNoLastFrame(clip, row.label, allows('interpolation')) : null;
  if (noLastFrame !== null) {
    clip.lastFrame = false;
    notes.push(`Made without a last frame: ${noLastFrame}.`);
  }
  if (clip.references && !allows('references')) {
    clip.references = false;
    notes.push(`Made without character references: ${row.label} does not take them for ${form}.`);
  }
  if (clip.references && clip.firstFrame && !row.mixesFramesAndReferences) {
    clip.references = false;
    notes.push(`Made without character references: ${row.label} does not take them beside a first frame.`);
  }
  return { clip, notes };
}

function whyNoLastFrame(clip: WantedClip, label: string, isAllowed: boolean): string | null {
  if (clip.extension) return 'the scene is longer than one clip, and ends with another one';
  if (!clip.firstFrame) return 'one goes only with a first frame, from a scene that starts where the previous one ends';
  return isAllowed ? null : `${label} does not take one for a ${clip.duration} s clip in ${clip.aspectRatio}`;
}

function fits(rule: FeatureRule | undefined, clip: WantedClip, resolution: '720p' | '1080p'): boolean {
  return (
    rule !== undefined &&
    rule.durations.includes(clip.duration) &&
    rule.resolutions.includes(resolution) &&
    rule.ratios.includes(clip.aspectRatio)
  );
}
