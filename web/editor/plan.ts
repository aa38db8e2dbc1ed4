/** What a command returns: its changes, how to undo them, and its name. Plain data. */
import type { Change } from '#data/change.ts';
import type { VersionReason } from '#shared/entities/version.ts';

export type CommandPlan = {
  userId: string;
  projectId: string;
  /** What the person did, for history and for messages: "Edit scene 3". */
  label: string;
  /** In order. Each is both the edit of the local rows and the call to the server. Empty if nothing would change. */
  changes: Change[];
  /** Undoes it, in order; null if it can’t be undone. */
  inverse: Change[] | null;
  /** A version of the document is kept before it: it changes more than people can redo by hand. */
  keeps?: VersionReason;
};
