import { expect, test } from 'vitest';
import { deletionLosses } from '#features/delete-project/deletion-losses.ts';
import { projectRow, testId } from '#tests/helpers/rows.ts';

test('an empty project takes only its concept along', () => {
  expect(deletionLosses(projectRow({ sceneCount: 0 }), [])).toEqual(['The movie concept']);
});

test('everything that goes is named, and what lies elsewhere is not', () => {
  const project = projectRow({
    sceneCount: 8,
    isPublic: true,
    status: 'generating',
    characterReferences: [{ id: testId(7), name: 'Ines', description: 'A girl', imageUrl: null }],
  });
  const lines = deletionLosses(project, [
    { projectId: project.id, keptIn: 'device' },
    { projectId: project.id, keptIn: 'page' },
    { projectId: project.id, keptIn: 'chosen-file' },
    { projectId: testId(99), keptIn: 'device' },
  ]);
  expect(lines).toEqual([
    'The movie concept',
    '8 scenes with their clips, trims, and text',
    'The character references',
    '2 exported movies in this browser',
    'Its page in the Showcase',
    'Clips that are generating now. You may still be charged for what the model has started.',
  ]);
});
