/**
 * How a portrait is asked for.
 *
 * Why it is worded so:
 * - Head and shoulders, a neutral face, even light and a plain background: the video model takes over what a reference
 *   shows, and only the looks are to be taken over.
 * - One person, no text, no frame: whatever else is in the picture turns up in the scenes.
 * - Fictional: nobody who exists is drawn, by us or by the model.
 */
import type { CharacterSketch } from '../text-model/port.ts';

/** The same frame, light and background for all, so that the pictures can serve as references. */
export function portraitPrompt({ name, description }: CharacterSketch): string {
  return [
    `Portrait of a fictional film character called ${name}.`,
    description,
    'Head and shoulders, facing the camera, neutral expression.',
    'Even, soft light; plain light gray background; photorealistic.',
    'One person only, no text, no frame. Nobody who exists.',
  ].join('\n');
}
