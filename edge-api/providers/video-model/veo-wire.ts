/** Parses operations from the library, trusting nothing about their shape. */
import { z } from 'zod';
import type { PollOutcome } from './port.ts';
import { fileIdOf, INLINE_PREFIX } from './upstream-video.ts';
import { videoModelWords as words } from './words.ts';

export const operationSchema = z.looseObject({
  name: z.string().min(1),
  done: z.boolean().optional(),
  error: z.looseObject({ code: z.number().optional(), message: z.string().optional() }).optional(),
  response: z
    .looseObject({
      generatedVideos: z
        .array(
          z.looseObject({
            video: z.looseObject({ uri: z.string().optional(), videoBytes: z.string().optional() }).optional(),
          }),
        )
        .optional(),
      raiMediaFilteredReasons: z.array(z.string()).optional(),
    })
    .optional(),
});
export type Operation = z.infer<typeof operationSchema>;

/** Codes of google.rpc.Status. */
const RESOURCE_EXHAUSTED = 8;

/** What an operation's state means for the job. A filtered clip has no sample, only reasons. */
export function readOperation(operation: Operation): PollOutcome {
  if (operation.done !== true) return { kind: 'working' };
  if (operation.error) return { kind: 'failed', sentence: errorSentence(operation.error) };
  const video = operation.response?.generatedVideos?.[0]?.video;
  if (video === undefined) {
    const reason = operation.response?.raiMediaFilteredReasons?.[0];
    return {
      kind: 'refused',
      sentence: reason ? words.refusedBecause({ reason: reason.slice(0, 300) }) : words.noClip,
    };
  }
  const fileId =
    video.uri === undefined
      ? video.videoBytes === undefined
        ? null
        : `${INLINE_PREFIX}${operation.name}`
      : fileIdOf(video.uri);
  const billed = { billedSeconds: null };
  if (fileId === null) return { kind: 'failed', sentence: words.unknownPlace, billed };
  return { kind: 'ready', clip: { fileId, ...billed } };
}

function errorSentence({ code, message }: NonNullable<Operation['error']>): string {
  if (code === RESOURCE_EXHAUSTED) return words.noQuota;
  return message ? words.failedBecause({ reason: message }) : words.failed;
}
