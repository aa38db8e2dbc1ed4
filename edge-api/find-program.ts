/** Looks for the programs that the server may lean on. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.ts';

/**
 * Whether ffmpeg and ffprobe are both there.
 * @throws ConfigError when one is named by a variable and is not there
 */
export async function hasFfmpeg(
  config: Pick<Config, 'ffmpegPath' | 'ffprobePath' | 'programFolders'>,
): Promise<boolean> {
  const found = await Promise.all([
    isThere('FFMPEG_PATH', config.ffmpegPath, 'ffmpeg', config.programFolders),
    isThere('FFPROBE_PATH', config.ffprobePath, 'ffprobe', config.programFolders),
  ]);
  return found.every(Boolean);
}

async function isThere(
  variable: string,
  given: string | null,
  name: string,
  folders: readonly string[],
): Promise<boolean> {
  if (given !== null) {
    if (await isProgram(given)) return true;
    throw new ConfigError(`${variable} names no program that can be run: ${given}.`);
  }
  const found = await Promise.all(folders.map((folder) => isProgram(join(folder, name))));
  return found.includes(true);
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
