/** Which video models the person's key can reach. */
import { useQuery } from '@tanstack/react-query';
import { modelsReply, type ModelOffer } from '#shared/api/models.ts';
import { keys } from '../keys.ts';
import { readReply, rpc, until } from '../rpc.ts';

/** Undefined while it is asked and when it could not be. */
export function useModels(isEnabled = true): ModelOffer[] | undefined {
  return useQuery({
    queryKey: keys.models,
    queryFn: async ({ signal }) => readReply(await rpc.api.models.$get({}, until(signal)), modelsReply),
    enabled: isEnabled,
  }).data;
}
