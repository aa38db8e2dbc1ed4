/** How a portrait is asked for. */
import type { CharacterSketch } from '../text-model/port.ts';

/** The same frame, light and background for all, so that the pictures can serve as references. */
export function portraitPrompt({ name, description }: CharacterSketch): string {
  return [
    `Portrait of a fictional film character called ${name}.`,
    description,
    'Head and shoulders, facing the camera, neutral expression.',
    'Even, soft light; plain light grey background; photorealistic.',
    'One person only, no text, no frame. Nobody who exists.',
  ].join('\n');
}
