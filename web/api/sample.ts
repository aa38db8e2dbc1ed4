/** The sample project: a copy of one's own. */
import { uuidv7 } from '#shared/entities/id.ts';
import { pastGate } from './project-gate.ts';
import { once, rpc } from './rpc.ts';

/**
 * Makes the sample project the person's own and brings it into the local database. Returns its id.
 * @throws ApiError (its `sentence` is for the person), OfflineError
 */
export async function openSample(): Promise<string> {
  const id = uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
  await pastGate(id, () => rpc.api['sample-project'].$post({ header: once(), json: { id } }));
  return id;
}
