/** How the person records on this device. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const recordingChoiceSchema = z.object({
  /** The microphone; null for the browser's own choice. */
  deviceId: z.string().nullable(),
  /** By how much recordings are put later, beside the latency that is known; negative for earlier. */
  shiftMs: z.number().int(),
});
export type RecordingChoice = z.infer<typeof recordingChoiceSchema>;

const KEY = 'recordingChoice';

export function readRecordingChoice(db: StoryreelDb): Promise<RecordingChoice> {
  return readMeta(db, KEY, recordingChoiceSchema, { deviceId: null, shiftMs: 0 });
}

export function writeRecordingChoice(db: StoryreelDb, choice: RecordingChoice): Promise<void> {
  return writeMeta(db, KEY, choice);
}
