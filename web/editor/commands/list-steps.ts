/** What makes one list of named items another one, so that items which both have stay what they are. Pure. */
import { sameValue } from '#shared/rules/same-value.ts';

export type ListStep<T> =
  | { op: 'remove'; item: T }
  | { op: 'change'; from: T; item: T; place: number }
  | { op: 'add'; item: T; place: number };

/** In order: what goes, what becomes another, and what comes, each to its place. */
export function listSteps<T extends { id?: string | undefined }>(from: readonly T[], to: readonly T[]): ListStep<T>[] {
  const [before, after] = [new Map(from.map((item) => [item.id, item])), new Set(to.map(({ id }) => id))];
  const shared = from.filter(({ id }) => after.has(id)).map(({ id }) => id);
  const wanted = to.filter(({ id }) => before.has(id)).map(({ id }) => id);
  // Items have no step that moves them: where their order differs, they go and come again.
  const stays = sameValue(shared, wanted);
  return [
    ...from.filter(({ id }) => !stays || !after.has(id)).map((item): ListStep<T> => ({ op: 'remove', item })),
    ...to.flatMap((item, place): ListStep<T>[] => {
      const former = stays ? before.get(item.id) : undefined;
      if (former === undefined) return [{ op: 'add', item, place }];
      return sameValue(former, item) ? [] : [{ op: 'change', from: former, item, place }];
    }),
  ];
}
