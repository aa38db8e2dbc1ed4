/** What own files that the server lacks mean for exports there and public pages, in sentences. */
import type { StoryreelDb } from '#data/db.ts';
import { leftOf, readProjectUploads, type ProjectUploads } from '#data/tables/project-uploads.ts';
import { projectUploadWords as words } from './upload-words.ts';

/** Why the server will never have all files of a movie; null where nothing speaks against it. */
export function refusedUpload({ refused }: Pick<ProjectUploads, 'refused'>): string | null {
  const [row] = refused;
  return row === undefined ? null : words.refused({ name: row.file.name, sentence: row.sentence });
}

/** Why a file that fails again and again isn't there yet; null where none does. */
export function failingUpload(waiting: ProjectUploads['waiting']): string | null {
  for (const { file, sentence } of waiting) if (sentence !== null) return words.failing({ name: file.name, sentence });
  return null;
}

/** When a project that is made public now becomes so, as a sentence; null where that is at once. */
export async function publicAfterUploads(db: StoryreelDb, projectId: string): Promise<string | null> {
  const left = leftOf((await readProjectUploads(db, projectId)).waiting);
  return left === null ? null : words.publicAfter(left);
}
