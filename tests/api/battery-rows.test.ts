/** What a person writes comes back as it was, to the last bit of a number and the last character of a text. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '#tests/helpers/property-runs.ts';
import { projectReply } from '#shared/api/projects.ts';
import { sceneListReply } from '#shared/api/scenes.ts';
import { newOwner, type Owner } from './battery/people.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let owner: Owner;
beforeAll(async () => {
  api = await startTestApi();
  owner = await newOwner(api);
});
afterAll(() => api.close());

const seconds = fc.double({ min: 0, max: 300, noNaN: true }).map((value) => value + 0);
const style = fc.record(
  {
    bold: fc.boolean(),
    align: fc.constantFrom('left', 'center', 'right'),
    outline: fc.boolean(),
    shadow: fc.boolean(),
    box: fc.boolean(),
    fadeInSeconds: fc.double({ min: 0, max: 10, noNaN: true }).map((value) => value + 0),
    fadeOutSeconds: fc.double({ min: 0, max: 10, noNaN: true }).map((value) => value + 0),
  },
  { requiredKeys: [] },
);
const text = fc.string({ unit: 'grapheme', maxLength: 100 }).filter((value) => value.trim() === value && value !== '');

test('a scene is read as it was written', async () => {
  const edit = fc.record({
    title: text,
    description: fc.oneof(text, fc.constantFrom('a\u0001b', 'a\u2028b', '"\\"', '{"a":1}', '\u202eabc')),
    trimStart: seconds,
    trimEnd: seconds.map((value) => Math.min(600, value + 300.1)),
    textOverlays: fc.array(fc.record({ text, startTime: seconds, style }), { maxLength: 2 }).map((overlays) =>
      overlays.map((overlay) => ({
        ...overlay,
        fontSize: 32,
        color: '#ffffff',
        position: { x: overlay.startTime / 3, y: 1 / 3 },
        endTime: overlay.startTime + 0.1,
      })),
    ),
  });
  await fc.assert(
    fc.asyncProperty(edit, async (json) => {
      const changed = await owner.user.json(`/api/scenes/${owner.sceneId}`, { method: 'PATCH', json });
      const scenes = sceneListReply.parse(await owner.user.json(`/api/projects/${owner.projectId}/scenes`));
      expect(scenes.find(({ id }) => id === owner.sceneId)).toEqual(changed);
      expect(changed).toMatchObject(json);
    }),
  );
});

test('what is answered to a change of a project or a scene is what is kept, whatever the words', async () => {
  const anyText = fc.string({
    unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constantFrom('\0', '\ud83c', 'a')),
  });
  const words = fc
    .record({ title: anyText, description: anyText })
    .filter(({ title, description }) => `${title}${description}`.length < 100);
  await fc.assert(
    fc.asyncProperty(words, async (json) => {
      const path = `/api/projects/${owner.projectId}`;
      const [project, scene] = [
        await owner.user.fetch(path, { method: 'PATCH', json }),
        await owner.user.fetch(`/api/scenes/${owner.sceneId}`, { method: 'PATCH', json }),
      ];
      expect([project.status, scene.status]).toBeOneOf([
        [200, 200],
        [422, 422],
      ]);
      if (!project.ok) return;
      expect(projectReply.parse(await owner.user.json(path))).toEqual(await project.json());
      expect(sceneListReply.parse(await owner.user.json(`${path}/scenes`))).toContainEqual(await scene.json());
    }),
  );
});
