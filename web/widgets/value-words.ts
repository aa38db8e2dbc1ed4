/** Values of the history as a person reads them. Pure. */
import { z } from 'zod';
import { modelRow, modelIdSchema } from '#shared/catalogue/models.ts';
import { cameraAngles, moods } from '#shared/catalogue/shot-words.ts';
import { characterPictureSchema, writtenCharacterSchema, type HistoryField } from '#shared/entities/history.ts';
import { movieAudioListSchema } from '#shared/entities/movie-audio.ts';
import { referencePicturesSchema, sceneMetadataSchema, transitionSchema } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { decibels, plural } from '#shared/words/format.ts';
import { joinNames } from '#shared/words/clip-words.ts';
import { textOverlaysSchema } from '#shared/entities/text-overlay.ts';

const TEXTS: readonly HistoryField[] = ['title', 'description', 'negativePrompt', 'character'];

/** Whether a field is written in words, which can be compared one by one. */
export function isText(field: HistoryField): boolean {
  return TEXTS.includes(field);
}

export function valueText(field: HistoryField, value: unknown): string {
  switch (field) {
    case 'isPublic':
      return value === true ? 'Public' : 'Private';
    case 'isIndexable':
      return value === true ? 'Search engines may list it' : 'Hidden from search engines';
    case 'continueFromPrevious':
      return value === true ? 'Starts where the previous scene ends' : 'Starts on its own';
    case 'continueIntoNext':
      return value === true ? 'Ends where the next scene begins' : 'Ends on its own';
    case 'model': {
      if (value === null) return 'This project’s model';
      const model = modelIdSchema.safeParse(value);
      return model.success ? modelRow(model.data).label : typeof value === 'string' ? value : 'None';
    }
    case 'duration':
      return typeof value === 'number' ? `${value} s` : 'None';
    case 'trimStart':
      return typeof value === 'number' ? `From ${secondsText(value)}` : 'From the start of the clip';
    case 'trimEnd':
      return typeof value === 'number' ? `To ${secondsText(value)}` : 'To the end of the clip';
    case 'textOverlays':
      return overlaysText(value);
    case 'metadata':
      return metadataText(value);
    case 'referencePictures':
      return referencesText(value);
    case 'gainDb':
      return typeof value === 'number' ? volumeText(value) : 'None';
    case 'muted':
      return value === true ? 'Muted' : 'Heard';
    case 'fadeInSeconds':
    case 'fadeOutSeconds':
      return typeof value === 'number' && value > 0 ? `${value} s` : 'None';
    case 'transition':
      return transitionText(value);
    case 'levelling':
      return value === true ? 'All scenes at one loudness' : 'Scenes as loud as they are';
    case 'audio':
      return audioText(value);
    case 'character':
      return characterText(value);
    case 'characterPicture':
      return characterPictureSchema.safeParse(value).data?.imageUrl ? 'Picture' : 'No picture';
    case 'sceneOrder':
      return 'Another order';
    default:
      return typeof value === 'string' && value !== '' ? value : 'None';
  }
}

/** "Ines: A young keeper in a raincoat." */
function characterText(value: unknown): string {
  const { data } = writtenCharacterSchema.safeParse(value);
  return data === undefined ? 'None' : `${data.name}: ${data.description}`;
}

/** "−6 dB", "+3 dB", "Silent" */
function volumeText(db: number): string {
  return db <= limits.gainMinDb ? 'Silent' : decibels(db);
}

/** "Harbor at night (from 0:04.0, −9 dB), Take 2 (from 0:12.5)" */
function audioText(value: unknown): string {
  const pieces = movieAudioListSchema.safeParse(value);
  if (!pieces.success || pieces.data.length === 0) return 'No music or voice-over';
  return pieces.data
    .map(({ name, startSeconds, gainDb, muted }) => {
      const loudness = muted ? ', muted' : gainDb === 0 ? '' : `, ${volumeText(gainDb)}`;
      return `${name} (from ${secondsText(startSeconds)}${loudness})`;
    })
    .join(', ');
}

/** "Crossfade, 1.2 s" */
function transitionText(value: unknown): string {
  const transition = transitionSchema.nullable().safeParse(value);
  if (!transition.success || transition.data === null) return joinNames.cut;
  const { kind, seconds, sound } = transition.data;
  return `${joinNames[kind]}, ${seconds} s${sound ? '' : ', picture only'}`;
}

/** "1:02.5" */
function secondsText(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  return `${Math.floor(tenths / 600)}:${rest}`;
}

function overlaysText(value: unknown): string {
  const overlays = z.array(textOverlaysSchema.element).safeParse(value);
  if (!overlays.success || overlays.data.length === 0) return 'No text';
  return overlays.data
    .map(({ text, startTime, endTime }) => `“${text}” ${secondsText(startTime)}–${secondsText(endTime)}`)
    .join(', ');
}

/** "2 pictures: Ada’s boat, the harbor" */
function referencesText(value: unknown): string {
  const pictures = referencePicturesSchema.safeParse(value);
  if (!pictures.success || pictures.data.length === 0) return 'No pictures';
  const shown = pictures.data.flatMap(({ shows }) => (shows === '' ? [] : [shows])).join(', ');
  const count = plural(pictures.data.length, { one: '# picture', other: '# pictures' });
  return shown === '' ? count : `${count}: ${shown}`;
}

function metadataText(value: unknown): string {
  const metadata = sceneMetadataSchema.safeParse(value);
  if (!metadata.success) return 'None';
  const { cameraAngle, mood, lighting, movement } = metadata.data;
  const camera = cameraAngles.find(({ id }) => id === cameraAngle)?.label;
  const feeling = moods.find(({ id }) => id === mood)?.label;
  return [camera, feeling, lighting, movement].filter(Boolean).join(', ') || 'None';
}
