/** Every sentence that a person can meet stands in a module of words, where an editor finds it and a translator replaces it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { looseWordsIn } from '#scripts/words/loose-words.ts';
import { sentencesOf } from '#scripts/words/sentences.ts';
import { isWordsModule, sourceFiles, type SourceFile } from '#scripts/words/source-files.ts';

/** Text that no person reads in the product, by file or folder, and who reads it instead. */
const exceptions: Record<string, string> = {
  'web/data/db.ts': 'the database: names of indexes',
  'shared/rules/device-name.ts': 'a person, but they are names of browsers and systems',
  'edge-api/meters.ts': 'Prometheus: the form of its lines',
  'edge-api/db/database-error.ts': 'the database client, which says it',
  'edge-api/providers/frame-taker/': 'the log',
  'edge-api/providers/image-model/portrait-prompt.ts': 'the image model',
  'edge-api/providers/media-store/': 'the log',
  'edge-api/providers/movie-writer/ffmpeg/': 'the log, and ffmpeg',
  'edge-api/providers/sign-in/': 'the log; names of companies',
  'edge-api/providers/text-model/demo/':
    'nobody at first: the demo studio writes stories of these parts, matched to its pictures',
  'edge-api/providers/text-model/prompts/': 'the text model',
  'edge-api/providers/video-model/demo/': 'a developer: damaged clips of the demo studio; marks in prompts',
  'edge-api/providers/video-model/omni-request.ts': 'the video model',
  'edge-api/repos/': 'the database',
  'edge-api/services/key-envelope.ts': 'the log',
  'shared/avc/': 'a developer: the fields of a video stream',
  'shared/mp4/': 'a developer or a player: the boxes of a file',
  'shared/movie/overlay-layout.ts': 'the name of a font',
  'shared/sound/': 'a developer: packets that an encoder left out',
  'shared/rules/compose-prompt.ts': 'the video model',
  'web/features/timeline/transport/key-owner.ts': 'the browser: selectors of elements',
};

const isUnder = (path: string) => (place: string) => path === place || (place.endsWith('/') && path.startsWith(place));

/** "web/app/start.ts:12 Something went wrong" for everything that stands outside. */
const looseIn = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, source }) => looseWordsIn(path, source).map(({ line, text }) => `${path}:${line} ${text}`));

describe('the sentences of the product', () => {
  let sources: SourceFile[];
  beforeAll(async () => {
    sources = (await sourceFiles()).filter(({ path }) => !isWordsModule(path));
  });

  it('stand in modules of words', () => {
    const places = Object.keys(exceptions);
    expect(looseIn(sources.filter(({ path }) => !places.some(isUnder(path))))).toEqual([]);
  });

  it.each(Object.keys(exceptions))('%s is listed because it has words of its own', (place) => {
    const own = sources.filter(({ path }) => isUnder(path)(place));
    expect(looseIn(own)).not.toEqual([]);
  });
});

describe('words outside of a module of words', () => {
  const found = (source: string): string[] => looseWordsIn('canary.tsx', source).map(({ text }) => text);

  it.each([
    ['text of an element', '<p>Saved</p>', 'Saved'],
    ['text in braces', `<p>{isOpen ? 'Open' : x}</p>`, 'Open'],
    ['a name for screen readers', '<button aria-label="close" />', 'close'],
    ['a placeholder', '<input placeholder="name" />', 'name'],
    ['a title', `<Tip title={isOn && 'on'} />`, 'on'],
    ['a property of one’s own', '<Field hint="Two words" />', 'Two words'],
    ['a toast', `toast.success({ title: 'Saved' })`, 'Saved'],
    ['a label in a table', `const names = { draft: 'Draft' }`, 'Draft'],
    ['a sentence in a template', 'const text = `Scene ${n} failed.`', 'Scene {…} failed.'],
    ['one word beside a value', 'const text = `${n} scenes`', '{…} scenes'],
    ['the sentence of a failure', `throw new AppError('internal', 'Try again.')`, 'Try again.'],
    ['the sentence of a rule', `z.string().min(1, 'must not be empty')`, 'must not be empty'],
    ['text in markup', 'const page = html`<h1>Hello</h1>`', '<h1>Hello</h1>'],
  ])('are found in %s', (_, source, text) => {
    expect(found(source)).toEqual([text]);
  });

  it.each([
    ['class names', '<p className={`${styles.row} numbers`} />'],
    ['a type', `type Kind = 'Draft' | 'Two words'`],
    ['an import', `import x from 'Some'`],
    ['a comparison', `if (event.key === 'Escape') stop()`],
    ['a case', `switch (key) { case 'Enter': stop() }`],
    ['what a developer reads', `throw new Error('There is no such place.'); console.warn('It is not kept.')`],
    [
      'what a report tells',
      `const detail = 'Two words'; throw new MediaFailure('internal', { detail: 'It is gone.' })`,
    ],
    ['a list of fonts', 'context.font = `${size}px "${family}", sans-serif`'],
    ['a header', `headers.get('Range')`],
    ['a query', `await db.execute({ sql: 'select id from scenes', args: [] })`],
    ['identifiers', `const mode = 'read-only'; <Text size="2" color="gray" />`],
    ['markup without words', 'const page = html`<main class="wide open">${content}</main>`'],
  ])('are not seen in %s', (_, source) => {
    expect(found(source)).toEqual([]);
  });
});

describe('npm run words', () => {
  const shown = (source: string): string[] =>
    sentencesOf('words.ts', source).map(({ line, name, text }) => `${line} ${name}  ${text}`);

  it('prints each sentence with its line, its name and placeholders for its values', () => {
    const source = [
      'export const boardWords = {',
      `  title: 'Scenes',`,
      `  card: { left: ({ name, total }: { name: string; total: number }) => \`\${name} of \${formatUsd(total)}\` },`,
      `  count: (count: number) => plural(count, { one: '# scene', other: '# scenes' }),`,
      `  state: (isOn: boolean) => (isOn ? 'On' : 'Off'),`,
      `  note: (n: number) => \`Made \${n === 1 ? 'once' : 'again'}.\`,`,
      '};',
    ].join('\n');
    expect(shown(source)).toEqual([
      '2 boardWords.title  Scenes',
      '3 boardWords.card.left  {name} of {total}',
      '4 boardWords.count  [# scene | # scenes]',
      '5 boardWords.state  On',
      '5 boardWords.state  Off',
      '6 boardWords.note  Made [once | again].',
    ]);
  });

  it('finds modules of words by their names', () => {
    expect(
      ['web/features/landing/words.ts', 'shared/catalogue/genre-words.ts', 'web/ui/swords.ts', 'web/ui/words.tsx'].map(
        isWordsModule,
      ),
    ).toEqual([true, true, false, false]);
  });
});
