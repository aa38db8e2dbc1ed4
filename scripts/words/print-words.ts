/** Prints every sentence that a person can meet, with its place and its name, for an editor to read in one go. */
import { sentencesOf } from './sentences.ts';
import { isWordsModule, sourceFiles } from './source-files.ts';

/** @param only prints the modules whose path has this in it; all of them without it */
export async function printWords(only = ''): Promise<void> {
  const modules = (await sourceFiles()).filter(({ path }) => isWordsModule(path) && path.includes(only));
  const lines = modules.flatMap(({ path, source }) =>
    sentencesOf(path, source).map(({ line, name, text }) => `${path}:${line} ${name}  ${text.replaceAll('\n', '⏎')}`),
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}
