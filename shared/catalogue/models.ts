/**
 * The video models a project can name: what each can make, how it is asked, and which features go with what.
 * Read from the providers' public pages on 2026-11-20; ids and prices rot within months, so they live here alone.
 */
import { z } from 'zod';
import { modelWords } from './words.ts';

export const aspectRatioSchema = z.enum(['16:9', '9:16']);
export type AspectRatio = z.infer<typeof aspectRatioSchema>;

export type ModelFeature = 'references' | 'extension' | 'interpolation' | '1080p';

/** Where a feature exists: the lengths, sizes and ratios that it goes with. */
export type FeatureRule = {
  durations: readonly number[];
  resolutions: readonly ('720p' | '1080p')[];
  ratios: readonly AspectRatio[];
};

export type ModelRow = {
  id: string;
  label: string;
  note: string | null;
  /** How it is spoken to: long-running predictions (Veo) or interactions (Omni). */
  protocol: 'predict-long-running' | 'interactions';
  /** Upstream ids in order of preference. */
  upstreamIds: readonly string[];
  aspectRatios: readonly AspectRatio[];
  resolutions: readonly ('720p' | '1080p')[];
  /** Seconds that a clip may have, rising. */
  durations: readonly number[];
  defaultDuration: number;
  defaultResolution: '720p' | '1080p';
  /** Features the model has; one that is absent it can't do at all. */
  rules: Partial<Record<ModelFeature, FeatureRule>>;
  /** Whether a clip may have a first frame and character references at once. */
  mixesFramesAndReferences: boolean;
  /** Seconds that one extension adds; null where the model can't extend. */
  extensionSeconds: number | null;
  /** Seconds that a clip may have with all its extensions. */
  longestSeconds: number;
};

const both = ['16:9', '9:16'] as const;

export const models = [
  {
    id: 'veo-3.1',
    label: modelWords.names['veo-3.1'],
    note: modelWords.notes.latest,
    protocol: 'predict-long-running',
    upstreamIds: ['veo-3.1-generate-preview', 'veo-3.1-fast-generate-preview', 'veo-3.1-generate-001'],
    aspectRatios: both,
    resolutions: ['720p', '1080p'],
    durations: [4, 6, 8],
    defaultDuration: 8,
    defaultResolution: '720p',
    rules: {
      // Upright clips with references are described in some of the provider's pages and denied in others.
      references: { durations: [8], resolutions: ['720p', '1080p'], ratios: ['16:9'] },
      extension: { durations: [8], resolutions: ['720p'], ratios: both },
      interpolation: { durations: [8], resolutions: ['720p', '1080p'], ratios: both },
      '1080p': { durations: [8], resolutions: ['1080p'], ratios: both },
    },
    mixesFramesAndReferences: false,
    extensionSeconds: 7,
    longestSeconds: 148,
  },
  {
    id: 'veo-3',
    label: modelWords.names['veo-3'],
    note: null,
    protocol: 'predict-long-running',
    upstreamIds: ['veo-3.0-generate-001', 'veo-3.0-fast-generate-001'],
    aspectRatios: both,
    resolutions: ['720p', '1080p'],
    durations: [4, 6, 8],
    defaultDuration: 8,
    defaultResolution: '720p',
    rules: {
      interpolation: { durations: [8], resolutions: ['720p', '1080p'], ratios: both },
      '1080p': { durations: [8], resolutions: ['1080p'], ratios: ['16:9'] },
    },
    mixesFramesAndReferences: false,
    extensionSeconds: null,
    longestSeconds: 8,
  },
  {
    id: 'veo-2',
    label: modelWords.names['veo-2'],
    note: null,
    protocol: 'predict-long-running',
    upstreamIds: ['veo-2.0-generate-001'],
    aspectRatios: both,
    resolutions: ['720p'],
    durations: [5, 6, 8],
    defaultDuration: 8,
    defaultResolution: '720p',
    rules: { interpolation: { durations: [8], resolutions: ['720p'], ratios: both } },
    mixesFramesAndReferences: false,
    extensionSeconds: null,
    longestSeconds: 8,
  },
  {
    id: 'omni',
    label: modelWords.names.omni,
    note: modelWords.notes.plainKeys,
    protocol: 'interactions',
    upstreamIds: ['gemini-omni-1.2-flash', 'gemini-omni-1.1-flash'],
    aspectRatios: both,
    resolutions: ['720p', '1080p'],
    durations: [4, 6, 8],
    defaultDuration: 8,
    defaultResolution: '720p',
    rules: {
      references: { durations: [4, 6, 8], resolutions: ['720p', '1080p'], ratios: both },
      extension: { durations: [8], resolutions: ['720p', '1080p'], ratios: both },
      interpolation: { durations: [4, 6, 8], resolutions: ['720p', '1080p'], ratios: both },
      '1080p': { durations: [4, 6, 8], resolutions: ['1080p'], ratios: both },
    },
    mixesFramesAndReferences: true,
    extensionSeconds: 7,
    longestSeconds: 30,
  },
] as const satisfies readonly ModelRow[];

export type ModelId = (typeof models)[number]['id'];
export const modelIds = models.map((model) => model.id) as [ModelId, ...ModelId[]];
export const modelIdSchema = z.enum(modelIds);

export const DEFAULT_MODEL: ModelId = 'veo-3.1';
export const DEFAULT_ASPECT_RATIO: AspectRatio = '16:9';

/** The catalogue's row of a model. */
export function modelRow(id: ModelId): ModelRow {
  const row = models.find((model) => model.id === id);
  if (!row) throw new RangeError(`No such model: ${id}`);
  return row;
}
