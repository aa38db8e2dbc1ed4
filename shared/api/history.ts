/** Reading what happened to a project. */
import { z } from 'zod';
import { historyEntrySchema } from '../entities/history.ts';
import { requestWords } from './words.ts';

/**
 * A page of the history begins below the entry that the page before ended with. The reply names the next page in a `Link`
 * header (RFC 8288) with `rel="next"`; the last page has none.
 */
export const historyQuery = z.object({
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, requestWords.pageName)
    .optional(),
});

/** The newest first. */
export const historyReply = z.array(historyEntrySchema);

/** Headers that say which browser makes a change, and which version of the row its edit was made on. */
export const historyHeaders = {
  device: 'Storyreel-Device',
  deviceName: 'Storyreel-Device-Name',
  madeOn: 'Storyreel-Made-On',
} as const;
