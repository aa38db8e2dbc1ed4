/** `npm start`: builds what has changed, then serves everything on one port from this process. */
import { buildIfChanged } from './build.mjs';

try {
  await buildIfChanged();
} catch (error) {
  console.error(`Storyreel could not be built: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
await import('../dist/server/node.js');
