/** Whether the server can export a movie. */
import { useQuery } from '@tanstack/react-query';
import { checkFfmpegReply, type CheckFfmpegReply } from '#shared/api/export.ts';
import { keys } from '../keys.ts';
import { ANSWER_MS } from '../patience.ts';
import { readReply, rpc, until } from '../rpc.ts';

const CHECK_KEPT_MS = 60_000;
const UNANSWERED: CheckFfmpegReply = { available: false, error: null };

/** Undefined while it is asked. A server that doesn't answer can't export either, and says no more than that. */
export function useFfmpegCheck(): CheckFfmpegReply | undefined {
  const { data, isError } = useQuery({
    queryKey: keys.ffmpeg,
    queryFn: async ({ signal }) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
      return readReply(await rpc.api['check-ffmpeg'].$get({}, until(limit)), checkFfmpegReply);
    },
    staleTime: CHECK_KEPT_MS,
  });
  return data ?? (isError ? UNANSWERED : undefined);
}
