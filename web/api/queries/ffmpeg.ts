/** Whether the server can export a movie. */
import { useQuery } from '@tanstack/react-query';
import { checkFfmpegReply, type CheckFfmpegReply } from '#shared/api/export.ts';
import { keys } from '../keys.ts';
import { getByKey } from '../query-client.ts';

const CHECK_KEPT_MS = 60_000;

/** Undefined while it is asked and when it could not be. */
export function useFfmpegCheck(): CheckFfmpegReply | undefined {
  return useQuery({
    queryKey: keys.ffmpeg,
    queryFn: ({ signal }) => getByKey(keys.ffmpeg, checkFfmpegReply, signal),
    staleTime: CHECK_KEPT_MS,
  }).data;
}
