/** The variables that middleware sets for handlers. */

/** Every request has one. */
export type AppEnv = { Variables: { requestId: string } };

/** After `requireUser`: a signed-in person's request. */
export type SignedInEnv = { Variables: { requestId: string; userId: string } };

/** After `requireUserAt`: also the revision of what is requested. */
export type PollEnv = { Variables: { requestId: string; userId: string; revision: number } };

/** What the host knows about a connection: the remote address, null if unknown. */
export type HostBindings = { remoteAddress: string | null };
