/** Why a request is refused before any service sees it. */
import { eitherOf, formatCount, listed, plural } from '#shared/words/format.ts';
import { replyWords } from '../words.ts';

export const requestWords = {
  signIn: replyWords.signIn,
  projectNotFound: replyWords.projectNotFound,
  notFound: replyWords.nothingHere,
  internal: replyWords.internal,
  storageFull:
    'The server is out of storage space, so this couldn’t be saved. Try again later, or tell whoever runs the server.',
  notJson: 'The request body isn’t valid JSON.',
  tooLarge: 'The request body is too large.',
  addressTooLong: ({ limit }: { limit: number }) =>
    `The address can’t be longer than ${formatCount(limit)} characters.`,
  wrongType: 'The request body must be JSON (application/json).',
  wrongHost: 'This server doesn’t answer to that host name.',
  foreignOrigin: 'Only this site’s own pages can make changes.',
  largerThan: ({ limit, unit }: { limit: number; unit: 'kB' | 'KiB' | 'MB' }) =>
    `The request body can’t be larger than ${limit} ${unit}.`,
} as const;

/** About one field of a request, named as in "Text overlays 3, font size". */
export const fieldWords = {
  request: 'The request',
  invalidRequest: 'This request isn’t valid.',
  empty: ({ field }: { field: string }) => `${field} must not be empty`,
  missing: ({ field }: { field: string }) => `${field} is missing`,
  invalid: ({ field }: { field: string }) => `${field} isn’t valid`,
  multipleOf: ({ field, step }: { field: string; step: number | bigint }) => `${field} must be a multiple of ${step}`,
  mustBe: ({ field, type }: { field: string; type: string }) => `${field} must be ${type}`,
  oneOf: ({ field, values }: { field: string; values: readonly string[] }) => `${field} must be ${eitherOf(values)}`,
  oneOfKnown: ({ field }: { field: string }) => `${field} must be one of the known values`,
  unknownKeys: ({ field, keys }: { field: string; keys: readonly string[] }) =>
    `${field} must not have ${listed(keys)}`,
  atMost: {
    characters: ({ field, limit }: Bound) =>
      plural(limit, { one: `${field} can have at most # character`, other: `${field} can have at most # characters` }),
    entries: ({ field, limit }: Bound) =>
      plural(limit, { one: `${field} can have at most # entry`, other: `${field} can have at most # entries` }),
    value: ({ field, limit }: Bound) => `${field} must be at most ${limit}`,
  },
  atLeast: {
    characters: ({ field, limit }: Bound) =>
      plural(limit, {
        one: `${field} must have at least # character`,
        other: `${field} must have at least # characters`,
      }),
    entries: ({ field, limit }: Bound) =>
      plural(limit, { one: `${field} must have at least one entry`, other: `${field} must have at least # entries` }),
    value: ({ field, limit }: Bound) => `${field} must be at least ${limit}`,
  },
  types: {
    int: 'a whole number',
    string: 'text',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  },
} as const;

type Bound = { field: string; limit: number };
