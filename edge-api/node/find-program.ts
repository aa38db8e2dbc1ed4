/** Looks for the programs that the server may lean on. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from '../config.ts';
import { configWords } from '../operator-words.ts';

export type Programs = { ffmpeg: string | null; ffprobe: string | null };

/**
 * Paths of ffmpeg and ffprobe, null for one that is not there.
 * @throws ConfigError when one is named by a variable and is not there
 */
export async function findPrograms(
  config: Pick<Config, 'ffmpegPath' | 'ffprobePath' | 'programFolders'>,
): Promise<Programs> {
  const [ffmpeg, ffprobe] = await Promise.all([
    find('FFMPEG_PATH', config.ffmpegPath, 'ffmpeg', config.programFolders),
    find('FFPROBE_PATH', config.ffprobePath, 'ffprobe', config.programFolders),
  ]);
  return { ffmpeg, ffprobe };
}

async function find(
  variable: string,
  given: string | null,
  name: string,
  folders: readonly string[],
): Promise<string | null> {
  if (given !== null) {
    if (await isProgram(given)) return given;
    throw new ConfigError(configWords.notAProgram({ variable, path: given }));
  }
  const paths = folders.map((folder) => join(folder, name));
  const found = await Promise.all(paths.map(isProgram));
  return paths.find((_, place) => found[place]) ?? null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
