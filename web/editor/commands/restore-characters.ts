/** Makes the characters of a project what they were: who they are and what is said of them. Their pictures stay. */
import type { Change } from '#data/change.ts';
import type { PatchCharacterRequest } from '#shared/api/characters.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import type { WrittenCharacter } from '#shared/entities/history.ts';
import { addCharacter, sendableWords } from './add-characters.ts';
import { changedFields } from './changed-fields.ts';

type Step = { change: Change; inverse: Change };

/** Those who came since go first: a project has room for few, and each name only once. */
export function characterSteps(present: readonly CharacterReference[], wanted: readonly WrittenCharacter[]): Step[] {
  const former = new Map(wanted.map((character) => [character.id, character]));
  const stays = present.filter(({ id }) => former.has(id));
  const here = new Set(stays.map(({ id }) => id));
  const leaving = present.filter(({ id }) => !here.has(id));
  return [
    // From the last on, so that each comes back to the place that it had.
    ...leaving.toReversed().map((character): Step => {
      const { id: characterId } = character;
      const place = present.indexOf(character);
      return {
        change: { kind: 'delete-character', characterId },
        inverse: { kind: 'restore-character', characterId, character, place },
      };
    }),
    ...rewrittenInTurn(stays, former),
    ...wanted
      .filter(({ id }) => !here.has(id))
      .map((character): Step => ({
        change: addCharacter(character),
        inverse: { kind: 'delete-character', characterId: character.id },
      })),
  ];
}

/** A name that another one still has comes after that one has got its own. Two who swapped names keep them. */
function rewrittenInTurn(
  present: readonly CharacterReference[],
  former: ReadonlyMap<string, WrittenCharacter>,
): Step[] {
  const names = new Map(present.map(({ id, name }) => [id, keyOf(name)]));
  const steps: Step[] = [];
  let waiting = [...present];
  while (waiting.length > 0) {
    const isTaken = ({ id }: CharacterReference): boolean =>
      [...names].some(([other, name]) => other !== id && name === keyOf(former.get(id)?.name ?? ''));
    const next = waiting.find((character) => !isTaken(character)) ?? waiting[0];
    if (next === undefined) break;
    const { description = next.description, name = next.name } = former.get(next.id) ?? {};
    const words = isTaken(next) ? { description } : { name, description };
    if ('name' in words) names.set(next.id, keyOf(name));
    const changed = changedFields<PatchCharacterRequest>(next, words);
    const { id: characterId } = next;
    if (changed)
      steps.push({
        change: { kind: 'patch-character', characterId, patch: sendableWords(changed.patch) },
        inverse: { kind: 'patch-character', characterId, patch: sendableWords(changed.former) },
      });
    waiting = waiting.filter((character) => character !== next);
  }
  return steps;
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
