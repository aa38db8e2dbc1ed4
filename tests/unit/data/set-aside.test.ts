import { expect, test } from 'vitest';
import { isOfProject } from '#data/tables/set-aside.ts';
import { testId } from '#tests/helpers/rows.ts';

const [project, other, user, stranger] = [testId(1), testId(5), testId(2), testId(6)];
const isShown = (table: string, row: unknown): boolean => isOfProject({ table, row }, project, user);

test('what could not be read is shown with its project, and what belongs to none with each', () => {
  expect(isShown('scenes', { id: testId(3), projectId: project })).toBe(true);
  expect(isShown('scenes', { id: testId(3), projectId: other })).toBe(false);
  expect(isShown('projects', { id: project, userId: user })).toBe(true);
  expect(isShown('projects', { id: other })).toBe(false);
  expect(isShown('clips', { sha256: 7 })).toBe(true);
  expect(isShown('clips', null)).toBe(true);
});

test('another person’s rows on the same device are not shown', () => {
  expect(isShown('outbox', { userId: stranger, projectId: project })).toBe(false);
  expect(isShown('users', { id: stranger, email: 'bob@example.test' })).toBe(false);
  expect(isShown('users', { id: user, email: 7 })).toBe(true);
});
