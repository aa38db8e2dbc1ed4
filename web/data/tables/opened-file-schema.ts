/** What is kept of an opened .storyreel file. Large, and first screens ask only whether there is one. */
import { z } from 'zod';
import { idSchema } from '#shared/entities/id.ts';
import { storyreelDocumentSchema } from '#shared/storyreel-file/document.ts';

export const openedFileSchema = z.object({
  /** Of the project that it is shown as, and that it becomes when it's imported. */
  id: idSchema,
  document: storyreelDocumentSchema,
  /** Whether it's to be imported as soon as somebody is signed in. */
  isWanted: z.boolean(),
});
export type OpenedFileRow = z.infer<typeof openedFileSchema>;
