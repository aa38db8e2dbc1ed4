/** Whether the server can export a movie. */
import { useQuery } from '@tanstack/react-query';
import { checkFfmpegReply, type CheckFfmpegReply } from '#shared/api/export.ts';
import { keys } from '../keys.ts';
import { readReply, rpc, until } from '../rpc.ts';

const CHECK_KEPT_MS = 60_000;

/** Undefined while it is asked and when it could not be. */
export function useFfmpegCheck(): CheckFfmpegReply | undefined {
  return useQuery({
    queryKey: keys.ffmpeg,
    queryFn: async ({ signal }) => readReply(await rpc.api['check-ffmpeg'].$get({}, until(signal)), checkFfmpegReply),
    staleTime: CHECK_KEPT_MS,
  }).data;
}
