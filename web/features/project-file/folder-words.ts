/** What keeping a copy in a folder says. */
import { plural } from '#shared/words/format.ts';

export const folderWords = {
  title: 'Keep a copy in a folder',
  text: 'Storyreel writes this project to the folder as a .storyreel file, and again a few seconds after each change, while it’s open in this browser.',
  choose: 'Choose folder',
  another: 'Choose another folder',
  allow: 'Allow again',
  stop: 'Stop keeping a copy',
  stopped: 'The copy is no longer updated',
  in: ({ folder, file }: { folder: string; file: string }) => (folder === '' ? file : `${folder} / ${file}`),
  waiting: 'Not written yet',
  written: ({ time }: { time: string }) => `Last written ${time}`,
  without: ({ missing }: { missing: number }) =>
    `${plural(missing, { one: '# clip or file isn’t', other: '# clips and files aren’t' })} on this device yet and will be added.`,
  asks: 'The browser asks for permission again before it writes to this folder.',
  failed:
    'Couldn’t write to this folder. It may have been moved, or the disk may be full. The next change is tried again.',
  stoppedBy: ({ file }: { file: string }) => `“${file}” isn’t up to date`,
  chooseFailed: 'Couldn’t use this folder',
} as const;

const clock = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

export function writtenText(at: number): string {
  return folderWords.written({ time: clock.format(at) });
}
