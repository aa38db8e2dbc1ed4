/** The API's routes as the server types them. Types only: they cost a page nothing. */
import type { ClientResponse, InferRequestType } from 'hono/client';
import type { ExtractSchema } from 'hono/types';
import type { SuccessStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { AppType } from '#edge-api/app.ts';

type Routes = ExtractSchema<AppType>;

/** What a browser can be sent to as it is: the path of a GET without parameters. */
export type Address = {
  [Path in keyof Routes]: Path extends `${string}:${string}` ? never : '$get' extends keyof Routes[Path] ? Path : never;
}[keyof Routes];

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The methods that a route answers. */
export type MethodOf<Route> = { [M in Method]: `$${Lowercase<M>}` extends keyof Route ? M : never }[Method];

type CallOf<Route, M extends Method> = `$${Lowercase<M>}` extends keyof Route ? Route[`$${Lowercase<M>}`] : never;

/** What a route takes beside headers, which are added when the call is sent. */
export type InputOf<Route, M extends Method> = Omit<InferRequestType<CallOf<Route, M>>, 'header'>;

/** The JSON of a reply that is OK. */
export type JsonOf<Reply> =
  Reply extends ClientResponse<infer Json, infer Status, infer _Format>
    ? Status extends SuccessStatusCode
      ? Json
      : never
    : never;

/** The JSON of a route's reply that is OK. */
export type ReplyOf<Route, M extends Method> =
  CallOf<Route, M> extends (...args: never[]) => Promise<infer Reply> ? JsonOf<Reply> : never;

/** A schema that reads this JSON; nothing, where it was made for another. */
export type Reading<Schema extends z.ZodType, Json> = [Json] extends [never]
  ? never
  : Json extends z.input<Schema>
    ? Schema
    : never;
