/** Calls as plain data, typed by the API's routes: for what is sent later, or by somebody else. */
import type { z } from 'zod';
import type { InputOf, MethodOf, Reading, ReplyOf } from './routes.ts';

/** A route of `rpc`: `rpc.api.projects[':id']`. */
type Route = { $path(input?: Input): string };
type Input = { param?: Record<string, string>; query?: Record<string, string | undefined>; json?: object };

export type PlannedCall<M extends string> = {
  method: M;
  path: string;
  /** JSON; null for none. */
  body: string | null;
};

export function planCall<R extends Route, M extends MethodOf<R>>(
  method: M,
  route: R,
  input: InputOf<R, M>,
): PlannedCall<M>;
export function planCall(method: string, route: Route, input: Input): PlannedCall<string> {
  const { json } = input;
  return { method, path: route.$path(input), body: json === undefined ? null : JSON.stringify(json) };
}

/** The schema, if it is one for the replies of this route. */
export function replyTo<R extends Route, M extends MethodOf<R>, Schema extends z.ZodType>(
  _method: M,
  _route: R,
  schema: Schema & Reading<Schema, ReplyOf<R, M>>,
): Schema {
  return schema;
}
