/** What the timeline says as a list: its columns, rows, keys, and what has changed. */
import { isCustom } from '#editor/overlay-form.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { Transition } from '#shared/entities/scene.ts';
import { capitalized, decibels, plural } from '#shared/words/format.ts';
import { joinNames } from '#shared/words/clip-words.ts';
import { sceneNames } from '#shared/words/product-words.ts';
import { statusWords } from '#widgets/words.ts';
import { audioWords } from '../audio/audio-words.ts';
import { textWords } from '../words.ts';
import type { JoinItem, SceneItem, SoundItem, TextItem } from './list-items.ts';

export const viewWords = { label: 'Show the timeline as', lanes: 'Lanes', list: 'List' } as const;

export const listWords = {
  label: 'Scenes, texts, joins, and sound',
  columns: {
    number: 'Number',
    picture: 'Picture',
    item: 'Item',
    starts: 'Starts',
    length: 'Length',
    sound: 'Sound',
    details: 'Details',
  },
  none: '–',
  seconds: ({ seconds }: { seconds: number }) => `${seconds.toFixed(1)} s`,
  lufs: ({ lufs }: { lufs: number }) => `${lufs.toFixed(1).replace('-', '−')} LUFS`,
  silent: 'Silent',
  noSound: 'No sound',
  muted: 'Muted',
  hidden: 'Hidden by the trim',
  unheard: 'Starts after the movie ends',
  soundKinds: { music: 'Music', voice: 'Voice-over' },
  folded: ({ count }: { count: number }) => plural(count, { one: '# item folded', other: '# items folded' }),
  chosen: ({ count }: { count: number }) => `${count} scenes selected`,
  deleted: ({ number }: { number: number }) => `Scene ${number} deleted`,
  deleteFailed: 'Couldn’t delete the scene',
  moveFailed: 'Couldn’t move the scene',
  joinFailed: 'Couldn’t change the join',
  keys: { move: 'Move', reorder: 'Reorder', edit: 'Edit', all: 'All shortcuts' },
  names: { alt: 'Alt', enter: 'Enter' },
  trim: {
    label: 'Trim',
    in: 'Plays from',
    out: 'Plays to',
    form: 'Minutes:seconds:frames. Arrow keys step by a frame, with Shift by a second.',
    unread: { title: 'Couldn’t read this time', message: 'Type it as minutes:seconds:frames, like 0:01:12' },
  },
} as const;

/** "6.2 s" into the movie reads "0:06.2". */
export function movieTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${Math.floor(tenths / 600)}:${String(Math.floor((tenths % 600) / 10)).padStart(2, '0')}.${tenths % 10}`;
}

export function joinName({ transition, next }: Pick<JoinItem, 'transition' | 'next'>): string {
  return `${joinNames[transition?.kind ?? 'cut']} to scene ${next}`;
}

export function joinSound(transition: Transition | null): string {
  if (transition === null) return '';
  if (!transition.sound) return 'Cuts';
  return transition.kind === 'crossfade' ? 'Crossfades' : 'Fades';
}

/** "0.6 s cut at the start, volume −6 dB" */
export function sceneDetails({ cut, segments, planned, status }: SceneItem): string {
  if (planned === null) return statusWords[status];
  const facts: string[] = [];
  if (cut.start > 0) facts.push(`${cut.start.toFixed(1)} s cut at the start`);
  if (cut.end > 0) facts.push(`${cut.end.toFixed(1)} s cut at the end`);
  if (segments.length > 1)
    facts.push(`${segments.map((length) => Math.round(length)).join(' + ')} s, ${segments.length} segments`);
  if (planned.gainDb !== 0 && !planned.muted) facts.push(`volume ${decibels(planned.gainDb)}`);
  if (planned.fadeInSeconds > 0) facts.push(`${planned.fadeInSeconds.toFixed(1)} s fade-in`);
  if (planned.fadeOutSeconds > 0) facts.push(`${planned.fadeOutSeconds.toFixed(1)} s fade-out`);
  return facts.length === 0 ? 'No trim' : capitalized(facts.join(', '));
}

export function textDetails({ overlay, isHidden }: TextItem): string {
  if (isHidden) return listWords.hidden;
  const { bold, outline, shadow, box } = overlay.style ?? {};
  const looks = Object.entries({ bold, outline, shadow, box }).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
  return [placeName(overlay), `${overlay.fontSize}`, ...looks].join(', ');
}

/** "Music, ducks 8 dB under speech" */
export function soundDetails({ piece, seconds }: SoundItem): string {
  if (seconds === 0) return listWords.unheard;
  const about = audioWords.about({ ...piece, gainDb: 0, muted: false });
  return about === '' ? listWords.soundKinds[piece.kind] : `${listWords.soundKinds[piece.kind]}, ${about}`;
}

/** Custom places are named by the thirds of the picture that they are in. */
function placeName({ position }: TextOverlay): string {
  if (!isCustom(position)) return textWords.places[position];
  const row = thirdOf(position.y, ['Top', 'Center', 'Bottom']);
  const column = thirdOf(position.x, [' left', '', ' right']);
  return `${row}${column}`;
}

function thirdOf<T>(percent: number, names: readonly [T, T, T]): T {
  return percent < 34 ? names[0] : percent <= 66 ? names[1] : names[2];
}

/** What a screen reader hears, and the foot of the list shows, when the movie has changed. */
export const changeWords = {
  added: ({ number, title }: Named) => `${sceneNames.titled({ number, title })} added`,
  removed: ({ number, title }: Named) => `${sceneNames.titled({ number, title })} deleted`,
  moved: ({ title, number, total }: Named & { total: number }) => `“${title}” is now scene ${number} of ${total}`,
  reordered: 'The scenes have a new order',
  trimmed: ({ number, from, to, seconds }: { number: number; from: string; to: string; seconds: number }) =>
    `Scene ${number} now plays from ${from} to ${to}, ${seconds.toFixed(1)} seconds`,
  volume: ({ number, db }: { number: number; db: number }) => `The volume of scene ${number} is now ${decibels(db)}`,
  muted: ({ number, isMuted }: { number: number; isMuted: boolean }) =>
    `Scene ${number} is ${isMuted ? 'muted' : 'no longer muted'}`,
  fades: ({ number, fadeIn, fadeOut }: { number: number; fadeIn: number; fadeOut: number }) =>
    `The sound of scene ${number} now fades in for ${fadeIn.toFixed(1)} and out for ${fadeOut.toFixed(1)} seconds`,
  joined: ({ number, next, transition }: { number: number; next: number; transition: Transition | null }) =>
    transition === null
      ? `Scenes ${number} and ${next} now meet in a cut`
      : `${joinNames[transition.kind]} between scenes ${number} and ${next} is now ${transition.seconds.toFixed(1)} seconds`,
  allJoined: ({ count }: { count: number }) => plural(count, { one: '# join changed', other: '# joins changed' }),
  textAdded: ({ text, number }: OnScene) => `“${text}” added to scene ${number}`,
  textRemoved: ({ text, number }: OnScene) => `“${text}” deleted from scene ${number}`,
  textTimed: ({ text, number, from, to }: OnScene & { from: number; to: number }) =>
    `“${text}” now shows from ${from.toFixed(1)} to ${to.toFixed(1)} seconds of scene ${number}`,
  textChanged: ({ text, number }: OnScene) => `“${text}” on scene ${number} changed`,
} as const;

export const soundChangeWords = {
  added: ({ name, at }: Sound & { at: number }) => `“${name}” added at ${movieTime(at)}`,
  removed: ({ name }: Sound) => `“${name}” deleted`,
  moved: ({ name, at }: Sound & { at: number }) => `“${name}” now starts at ${movieTime(at)}`,
  cut: ({ name, from, to }: Sound & { from: number; to: number }) =>
    `“${name}” now plays from ${movieTime(from)} to ${movieTime(to)} of its file`,
  muted: ({ name, isMuted }: Sound & { isMuted: boolean }) => `“${name}” is ${isMuted ? 'muted' : 'no longer muted'}`,
  volume: ({ name, db }: Sound & { db: number }) => `The volume of “${name}” is now ${decibels(db)}`,
  loops: ({ name, isLooped }: Sound & { isLooped: boolean }) => `“${name}” ${isLooped ? 'loops' : 'no longer loops'}`,
  ducks: ({ name, db }: Sound & { db: number }) =>
    db === 0 ? `“${name}” no longer ducks under speech` : `“${name}” now ducks ${db} dB under speech`,
  fades: ({ name, fadeIn, fadeOut }: Sound & { fadeIn: number; fadeOut: number }) =>
    `“${name}” now fades in for ${fadeIn.toFixed(1)} and out for ${fadeOut.toFixed(1)} seconds`,
  changed: ({ name }: Sound) => `“${name}” changed`,
} as const;

type Sound = { name: string };
type Named = { number: number; title: string };
type OnScene = { text: string; number: number };
