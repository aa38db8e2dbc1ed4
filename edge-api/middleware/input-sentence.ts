/** Why input was refused, as a sentence that names the field and the limit. */
import type { z } from 'zod';
import { fieldWords as words } from './words.ts';

type Issue = z.core.$ZodIssue;

/** More values than this are not listed. */
const LONGEST_CHOICE = 12;

/** A sentence about the first problem. */
export function inputSentence(issues: readonly Issue[]): string {
  const [issue] = issues;
  if (issue === undefined) return words.invalidRequest;
  if (issue.code === 'invalid_union') {
    const [first] = issue.errors.find((branch) => branch.length > 0) ?? [];
    if (first !== undefined) return inputSentence([{ ...first, path: [...issue.path, ...first.path] }]);
  }
  return endWithStop(sentenceFor(issue));
}

function sentenceFor(issue: Issue): string {
  const field = fieldName(issue.path);
  switch (issue.code) {
    case 'too_big':
      return words.atMost[measureOf(issue.origin)]({ field, limit: Number(issue.maximum) });
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? words.empty({ field })
        : words.atLeast[measureOf(issue.origin)]({ field, limit: Number(issue.minimum) });
    case 'not_multiple_of':
      return words.multipleOf({ field, step: issue.divisor });
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? words.missing({ field })
        : words.mustBe({ field, type: typeName(issue.expected) });
    case 'invalid_value':
      return issue.values.length > LONGEST_CHOICE
        ? words.oneOfKnown({ field })
        : words.oneOf({ field, values: issue.values.map(String) });
    case 'unrecognized_keys':
      return words.unknownKeys({ field, keys: issue.keys });
    default:
      return /^must /.test(issue.message)
        ? `${field} ${issue.message}`
        : issue.message === 'Invalid input'
          ? words.invalid({ field })
          : issue.message;
  }
}

function measureOf(origin: string): keyof typeof words.atMost {
  if (origin === 'string') return 'characters';
  return origin === 'array' || origin === 'set' ? 'entries' : 'value';
}

function typeName(type: string): string {
  const known: Readonly<Record<string, string>> = words.types;
  return known[type] ?? type;
}

/** `textOverlays[2].fontSize` is "Text overlays 3, font size"; the body itself is "The request". */
function fieldName(path: readonly PropertyKey[]): string {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += ` ${part + 1}`;
    else name += `${name === '' ? '' : ', '}${spoken(String(part))}`;
  }
  return name === '' ? words.request : name.charAt(0).toUpperCase() + name.slice(1);
}

function spoken(name: string): string {
  return name
    .replaceAll('-', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bapi\b/g, 'API')
    .replace(/\bid\b/g, 'id');
}

function endWithStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
