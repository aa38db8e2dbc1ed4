import { describe, expect, test } from 'vitest';
import { displayName, initials } from '#widgets/initials.ts';

const email = 'ines@example.org';

describe('what stands in an avatar without a picture', () => {
  test.each([
    ['both initials', { firstName: 'Ines', lastName: 'Moreau', email }, 'IM'],
    ['in capitals', { firstName: 'ines', lastName: 'moreau', email }, 'IM'],
    ['of names in any script, and around blanks', { firstName: ' Žofie', lastName: 'Ольга', email }, 'ŽО'],
    ['a whole character where it has two code units', { firstName: '𝒜da', lastName: 'Lind', email }, '𝒜L'],
    ['two letters of the e-mail when a name is missing', { firstName: 'Ines', lastName: null, email }, 'IN'],
    ['two letters of the e-mail when a name is blank', { firstName: ' ', lastName: 'Moreau', email }, 'IN'],
    ['U when nothing is known', { firstName: null, lastName: null }, 'U'],
    ['U for somebody of whom only one name is told', { firstName: 'Ines', lastName: null }, 'U'],
  ])('%s', (_name, person, expected) => {
    expect(initials(person)).toBe(expected);
  });

  test('U for nobody', () => {
    expect(initials(null)).toBe('U');
  });
});

test('a person is called by their name, or by their e-mail without one', () => {
  expect(displayName({ firstName: 'Ines', lastName: 'Moreau', email })).toBe('Ines Moreau');
  expect(displayName({ firstName: null, lastName: 'Moreau', email })).toBe('Moreau');
  expect(displayName({ firstName: null, lastName: null, email })).toBe(email);
});
