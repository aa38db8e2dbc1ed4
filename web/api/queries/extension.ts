/** Whether a scene's clip can be extended. */
import { useQuery } from '@tanstack/react-query';
import { sceneExtensionReply, type SceneExtensionReply } from '#shared/api/scenes.ts';
import { keys } from '../keys.ts';
import { readReply, rpc, until } from '../rpc.ts';

/** Undefined while it is asked; null when there was no answer. The answer changes with time, so it is never kept. */
export function useSceneExtension(sceneId: string, isEnabled: boolean): SceneExtensionReply | null | undefined {
  const { data, isError } = useQuery({
    queryKey: keys.sceneExtension(sceneId),
    queryFn: async ({ signal }) =>
      readReply(
        await rpc.api.scenes[':id'].extend.$get({ param: { id: sceneId } }, until(signal)),
        sceneExtensionReply,
      ),
    enabled: isEnabled,
    staleTime: 0,
    gcTime: 0,
  });
  return data ?? (isError ? null : undefined);
}
