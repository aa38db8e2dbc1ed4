/** What a change that the server doesn't take would have set, as lines of text. Pure. */
import type { Change } from '#data/change.ts';
import { fieldWords } from '#editor/words.ts';
import { historyFields, type HistoryField } from '#shared/entities/history.ts';
import { valueText } from '#widgets/value-words.ts';
import { problemWords as words } from './words.ts';

/** Empty where the name of the change says it all. */
export function wantedValues(change: Change): string[] {
  switch (change.kind) {
    case 'patch-project':
    case 'patch-scene':
      return valuesOf(change.patch);
    case 'patch-texts':
      return change.texts.map(({ after }) => (after === null ? words.noText : line('textOverlays', [after])));
    case 'edit-audio':
      return change.edits.flatMap((edit) => (edit.op === 'patch' ? valuesOf(edit.patch) : []));
    case 'create-project':
    case 'add-scene':
      return valuesOf({ title: change.body.title, description: change.body.description });
    case 'add-character':
      return [change.body.name, change.body.description];
    case 'patch-character':
      return [change.patch.name, change.patch.description].filter((value) => value !== undefined);
    default:
      return [];
  }
}

function valuesOf(patch: object): string[] {
  const values = new Map(Object.entries(patch));
  return historyFields
    .filter((field) => values.get(field) !== undefined)
    .map((field) => line(field, values.get(field)));
}

function line(field: HistoryField, value: unknown): string {
  return words.value({ field: fieldWords[field], value: valueText(field, value) });
}
