/** What a scene asks for against what its model can do. A feature that the model lacks is left out, and the scene's card says so. */
import { modelRow, type AspectRatio, type FeatureRule, type ModelFeature, type ModelId } from '../catalogue/models.ts';
import { featureNoteWords as words } from './words.ts';

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

/** The wanted clip without what the model can't do, and a note for each thing left out. */
export function applyFeatureRules(wanted: WantedClip): { clip: WantedClip; notes: string[] } {
  const row = modelRow(wanted.model);
  const notes: string[] = [];
  const clip = { ...wanted };
  const allows = (feature: ModelFeature, resolution = clip.resolution): boolean =>
    fits(row.rules[feature], clip, resolution);
  const names = { model: row.label, clip: words.clip({ seconds: clip.duration, ratio: clip.aspectRatio }) };

  if (clip.extension && clip.resolution === '1080p' && !allows('extension') && allows('extension', '720p')) {
    clip.resolution = '720p';
    notes.push(words.extendedAt720p(names));
  }
  if (clip.extension && !allows('extension')) {
    clip.extension = false;
    notes.push(words.noExtension(names));
  }
  if (clip.resolution === '1080p' && !(row.resolutions.includes('1080p') && allows('1080p'))) {
    clip.resolution = '720p';
    notes.push(words.not1080p(names));
  }
  const noLastFrame = clip.lastFrame ? lastFrameNote(clip, names, allows('interpolation')) : null;
  if (noLastFrame !== null) {
    clip.lastFrame = false;
    notes.push(noLastFrame);
  }
  if (clip.references && !allows('references')) {
    clip.references = false;
    notes.push(words.noReferences(names));
  }
  if (clip.references && clip.firstFrame && !row.mixesFramesAndReferences) {
    clip.references = false;
    notes.push(words.noReferencesWithFrame(names));
  }
  return { clip, notes };
}

/** Why the clip gets no last frame, or null where it can have one. */
function lastFrameNote(clip: WantedClip, names: { model: string; clip: string }, isAllowed: boolean): string | null {
  if (clip.extension) return words.noLastFrame.isExtended;
  if (!clip.firstFrame) return words.noLastFrame.needsFirstFrame;
  return isAllowed ? null : words.noLastFrame.unsupported(names);
}

function fits(rule: FeatureRule | undefined, clip: WantedClip, resolution: '720p' | '1080p'): boolean {
  return (
    rule !== undefined &&
    rule.durations.includes(clip.duration) &&
    rule.resolutions.includes(resolution) &&
    rule.ratios.includes(clip.aspectRatio)
  );
}
