/** The checks of saved projects on the command line. Clips are hashed piece by piece, so memory stays small. */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { storyreelDocumentSchema } from '#shared/storyreel-file/document.ts';
import { checkHashes, openStoryreelFile } from '#shared/storyreel-file/open-file.ts';
import { StoryreelFileError } from '#shared/storyreel-file/refusal.ts';
import { formatBytes, plural } from '#shared/words/format.ts';

type Output = { log(line: string): void; error(line: string): void };

const PIECE_BYTES = 1 << 20;
const USAGE = 'Usage: npm run storyreel-file -- check FILE, or: npm run storyreel-file -- schema';

/** @returns the exit code: 0 for a file that can be opened, 1 for one that can't, 2 for a wrong command */
export async function run([command, path, ...rest]: readonly string[], output: Output): Promise<number> {
  if (command === 'schema' && path === undefined) {
    output.log(schemaText());
    return 0;
  }
  if (command !== 'check' || path === undefined || rest.length > 0) {
    output.error(USAGE);
    return 2;
  }
  try {
    output.log(await checkFile(path));
    return 0;
  } catch (error) {
    if (error instanceof StoryreelFileError || (error instanceof Error && 'code' in error)) {
      output.error(error.message);
      return 1;
    }
    throw error;
  }
}

/** As docs/storyreel-file.schema.json has it. */
export function schemaText(): string {
  return JSON.stringify(z.toJSONSchema(storyreelDocumentSchema, { io: 'input', unrepresentable: 'any' }), null, 2);
}

async function checkFile(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const opened = await openStoryreelFile(sourceOf(handle, size));
    await checkHashes(opened, (start, end) => hashOf(handle, start, end));
    const { project, scenes, files, missing } = opened.document;
    const parts = [
      plural(scenes.length, { one: '# scene', other: '# scenes' }),
      plural(files.length, { one: '# file', other: '# files' }),
      ...(missing.length > 0 ? [`${missing.length} missing when it was saved`] : []),
      formatBytes(size),
    ];
    return `“${project.title}” is whole: ${parts.join(', ')}.`;
  } finally {
    await handle.close();
  }
}

function sourceOf(handle: FileHandle, sizeBytes: number): ByteSource {
  return {
    sizeBytes,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    },
  };
}

async function hashOf(handle: FileHandle, start: number, end: number): Promise<string> {
  const hash = createHash('sha256');
  const piece = new Uint8Array(PIECE_BYTES);
  for (let at = start; at < end;) {
    const { bytesRead } = await handle.read(piece, 0, Math.min(PIECE_BYTES, end - at), at);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex');
}
