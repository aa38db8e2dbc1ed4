/** Asking which projects a person has deleted, so that a device can tell them from those that the server has lost. */
import { z } from 'zod';
import { idSchema } from '../entities/id.ts';
import { requestWords } from './words.ts';

/** As many as fit into an address. */
export const DELETED_ASKED_AT_ONCE = 50;

/** Ids of projects, with commas between them. */
export const deletedProjectsQuery = z.object({
  ids: z
    .string()
    .regex(
      new RegExp(`^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,${DELETED_ASKED_AT_ONCE - 1}}$`),
      requestWords.projectIds({ most: DELETED_ASKED_AT_ONCE }),
    ),
});

/** Those that the person has deleted. The server knows of a deletion for thirty days. */
export const deletedProjectsReply = z.array(
  z.object({
    id: idSchema,
    /** Milliseconds since the epoch. */
    deletedAt: z.number(),
  }),
);
