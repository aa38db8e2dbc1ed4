/** What a command answers: what is to happen, how it is taken back, and what it is called. Plain data. */
import type { Change } from '#data/change.ts';

export type CommandPlan = {
  userId: string;
  projectId: string;
  /** What the person did, for history and for messages: "Edit scene 3". */
  label: string;
  /** In order. Each is both the edit of the rows here and the call that tells the server. Empty where nothing would change. */
  changes: Change[];
  /** Takes it back, in order; null for what is not undone. */
  inverse: Change[] | null;
};
