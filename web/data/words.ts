/** What stored data says for itself: damaged clips, and exports that ended with their tab. */
export const clipWords = {
  damaged: ({ expected, found }: { expected: string; found: string }) =>
    `The clip ${expected} arrived damaged (as ${found}).`,
} as const;

export const lostExportWords = {
  unfinished: 'The page was closed before the movie was finished. Start the export again.',
  gone: 'The page that held the movie was closed. Start the export again.',
} as const;

export const supersededWords = {
  refused:
    'A newer version of Storyreel is open in another tab, so this one can’t save. Copy what you typed, then reload this tab.',
} as const;
