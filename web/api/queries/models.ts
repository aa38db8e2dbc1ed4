/** Which video models the person's key can reach. */
import { useQuery } from '@tanstack/react-query';
import { modelsReply, type ModelReach } from '#shared/api/models.ts';
import { keys } from '../keys.ts';
import { getByKey } from '../query-client.ts';

/** Undefined while it is asked and when it could not be. */
export function useModels(isEnabled = true): ModelReach[] | undefined {
  return useQuery({
    queryKey: keys.models,
    queryFn: ({ signal }) => getByKey(keys.models, modelsReply, signal),
    enabled: isEnabled,
  }).data;
}
