/** The page of licenses. Sentences with links are in parts; `link` is the text of the link. */
export const licensesWords = {
  title: 'Licenses',
  lead: 'AI Storyreel builds on the work of others. This page lists everything it sends to your browser and the license of each part.',
  packages: 'Packages',
  package: ({ name, version }: { name: string; version: string }) => `${name} ${version}`,
  fonts: {
    title: 'Fonts',
    overlay: {
      before: 'Text in movies is set in Noto Sans, under the ',
      link: 'SIL Open Font License 1.1',
      after: '. ',
    },
    interface:
      'The interface is set in Inter, under the same license. You’ll find its text below, with the package @fontsource-variable/inter.',
  },
  encoder: {
    title: 'AAC encoder',
    package:
      'If your browser has no AAC encoder, the package @mediabunny/aac-encoder encodes the sound. It’s under the Mozilla Public License 2.0. ',
    binary: {
      before: 'The WebAssembly inside it is FFmpeg’s AAC encoder, under the ',
      link: 'GNU Lesser General Public License, version 2.1',
      after: ' or later. ',
    },
    source: { before: 'Its source code is part of ', link: 'FFmpeg', after: '. ' },
    binding: {
      before: 'The code that connects the two, and how both are built, is in ',
      link: 'Mediabunny',
      after: '.',
    },
  },
} as const;
