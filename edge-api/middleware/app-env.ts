/** What middleware leaves for the handlers behind it. */

/** Every request has one. */
export type AppEnv = { Variables: { requestId: string } };

/** Behind `requireUser` the request is somebody's. */
export type SignedInEnv = { Variables: { requestId: string; userId: string } };

/** Behind `requireUserAt` it is known, too, which revision of what is asked for there is. */
export type PollEnv = { Variables: { requestId: string; userId: string; revision: number } };

/** What the host tells about a connection: the address at its other end, null when it doesn't know. */
export type HostBindings = { remoteAddress: string | null };
