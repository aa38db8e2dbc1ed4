/** Files that the server offers for saving. */
import { rpc, until } from './rpc.ts';

/** A scene's clip. @throws ApiError, OfflineError, AbortError */
export async function loadSceneFile(sceneId: string, signal?: AbortSignal): Promise<Blob> {
  const input = { param: { id: sceneId }, header: {} };
  return (await rpc.api.download.scene[':id'].$get(input, until(signal))).blob();
}
