import { expect, test } from 'vitest';
import { storyboardText } from '#shared/rules/storyboard-text.ts';
import { extensionOf, projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';

const project = projectRow({
  title: 'Über den Fluß',
  description: 'A boat crosses.',
  targetLength: 90,
  genre: 'Drama, War',
  aspectRatio: '9:16',
});

test('a storyboard’s text tells of the movie, of each scene in play order, and how many there are', () => {
  const boat = sceneRow(2, {
    id: testId(10),
    title: 'The boat',
    description: 'It rocks.',
    prompt: 'A boat rocks.\nSingle shot.',
    duration: 6,
    metadata: { cameraAngle: 'low-angle', mood: 'eerie', lighting: 'moonlight', movement: 'slow push in' },
  });
  const bank = sceneRow(1, {
    id: testId(11),
    title: 'The bank',
    description: 'Reeds.',
    prompt: '',
    duration: 15,
    metadata: { cameraAngle: null, mood: null, lighting: null, movement: ' ' },
  });
  expect(storyboardText(project, [boat, extensionOf(bank, 1), bank])).toBe(`Storyboard
==========
Title: Über den Fluß
Description: A boat crosses.
Target length: 1:30
Genre: Drama, War
Aspect ratio: 9:16
Total duration: 0:21

Scene 1: The bank
-----------------
Duration: 0:15
Camera: Not set
Mood: Not set
Lighting: Not set
Movement: Not set
Description: Reeds.
Video prompt: Not set

Scene 2: The boat
-----------------
Duration: 0:06
Camera: Low angle
Mood: Eerie
Lighting: moonlight
Movement: slow push in
Description: It rocks.
Video prompt: A boat rocks.
Single shot.

Total scenes: 2
`);
});

test('a storyboard without scenes has no duration', () => {
  expect(storyboardText(project, [])).toContain('Total duration: —\n\nTotal scenes: 0\n');
});
