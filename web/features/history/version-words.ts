/** What is said about versions of a project. */
import { refusedEditWords } from '#editor/words.ts';
import type { VersionReason } from '#shared/entities/version.ts';
import { limits } from '#shared/limits.ts';
import { listed, plural } from '#shared/words/format.ts';

export const versionWords = {
  nameThis: 'Name this version',
  name: 'Version name',
  hint: `Versions stay for ${limits.historyDays} days, on all your devices. Storyreel also saves them by itself, and keeps fewer of those as they get older.`,
  save: 'Save version',
  saved: 'Version saved',
  saveFailed: 'Couldn’t save the version',
  unnamed: 'Enter a name first.',
  onlyHere: 'In this browser only',
  view: 'View version',
  viewOf: ({ name }: { name: string }) => `View version: ${name}`,
  same: 'Same as now',
  differ: ({ count }: { count: number }) =>
    plural(count, { one: '# scene differs from now', other: '# scenes differ from now' }),
  detailsDiffer: 'Differs from now',
  at: ({ day, time }: { day: string; time: string }) => `${day}, ${time}. Your current version stays safe.`,
  back: 'Back to now',
  restore: 'Restore this version',
  restored: 'Version restored',
  restoreFailed: 'Couldn’t restore the version',
  refusedSame: 'This version is the same as now.',
  scenes: 'Scenes of this version',
  scene: ({ number, title }: { number: number; title: string }) => `Scene ${number}: ${title}`,
  gone: refusedEditWords.noVersion,
  noScenes: 'This version has no scenes.',
  added: ({ count }: { count: number }) =>
    plural(count, {
      one: 'Restoring deletes 1 scene that was added since.',
      other: 'Restoring deletes # scenes that were added since.',
    }),
  addedCharacters: ({ count }: { count: number }) =>
    plural(count, {
      one: 'Restoring deletes 1 character that was added since.',
      other: 'Restoring deletes # characters that were added since.',
    }),
  lost: ({ lost }: { lost: readonly number[] }) =>
    plural(lost.length, {
      one: `The clip of scene ${lost[0]} is no longer available. Restoring brings back the rest.`,
      other: `The clips of scenes ${listed(lost.map(String))} are no longer available. Restoring brings back the rest.`,
    }),
  alsoDiffers: ({ names }: { names: readonly string[] }) => `Also differs: ${listed(names)}.`,
  movie: {
    words: 'title or description',
    model: 'video model',
    sound: 'music and sound',
    order: 'scene order',
    characters: 'characters',
  },
  differs: {
    clip: 'Clip differs',
    trim: 'Trim differs',
    join: 'Join differs',
    texts: 'Text differs',
    sound: 'Sound differs',
    words: 'Words differ',
    choices: 'Settings differ',
    deleted: 'Deleted since',
    gone: 'Clip unavailable',
  },
} as const;

const automatic: Record<Exclude<VersionReason, 'named'>, string> = {
  editing: 'Saved automatically',
  delete: 'Before deleting scenes',
  generate: 'Before generating clips',
  file: 'Before replacing with a file',
  restore: 'Before restoring a version',
};

export function versionName({ name, reason }: { name: string | null; reason: VersionReason }): string {
  return name ?? (reason === 'named' ? automatic.editing : automatic[reason]);
}
