/** Runs a command of the server, built first when its sources have changed. */
import { buildIfChanged } from './build.mjs';

/** @param {string} name of the entry in rolldown.config.mjs */
export async function runCommand(name) {
  try {
    await buildIfChanged();
  } catch (error) {
    console.error(`Storyreel could not be built: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
  await import(`../dist/server/node/${name}.js`);
}
