/** Why input was refused, as a sentence that names the field and the limit. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A sentence about the first problem. */
export function inputSentence(issues: readonly Issue[]): string {
  const [issue] = issues;
  if (issue === undefined) return 'This request is not valid.';
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
      return `${field} ${bound('at most', issue.maximum, issue.origin)}`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? `${field} must not be empty`
        : `${field} ${bound('at least', issue.minimum, issue.origin)}`;
    case 'not_multiple_of':
      return `${field} must be a multiple of ${issue.divisor}`;
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? `${field} is missing`
        : `${field} must be ${aWord(issue.expected)}`;
    case 'invalid_value':
      return `${field} must be one of ${issue.values.length > 12 ? 'the known values' : issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `${issue.path.length === 0 ? 'This request' : field} must not have ${issue.keys.join(', ')}`;
    default:
      return /^must /.test(issue.message)
        ? `${field} ${issue.message}`
        : issue.message === 'Invalid input'
          ? `${field} is not valid`
          : issue.message;
  }
}

/** An empty list is asked for "at least one", not for "1 entries". */
function bound(word: 'at most' | 'at least', limit: number | bigint, origin: string): string {
  if (origin === 'string') return `can have ${word} ${limit} characters`;
  if (origin === 'array' && word === 'at least' && limit === 1) return 'must have at least one entry';
  if (origin === 'array' || origin === 'set') return `can have ${word} ${limit} entries`;
  return `must be ${word} ${limit}`;
}

function aWord(type: string): string {
  if (type === 'int') return 'a whole number';
  if (type === 'string') return 'text';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** `textOverlays[2].fontSize` is "Text overlays 3, font size"; the body itself is "The request". */
function fieldName(path: readonly PropertyKey[]): string {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += ` ${part + 1}`;
    else name += `${name === '' ? '' : ', '}${words(String(part))}`;
  }
  return name === '' ? 'The request' : name.charAt(0).toUpperCase() + name.slice(1);
}

function words(name: string): string {
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
