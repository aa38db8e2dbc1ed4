/** What the web app says to the API is the API's own: the type check refuses a path, a field or a reply that isn't. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import { addresses } from '#api/addresses.ts';
import { planCall, replyTo } from '#api/planned-call.ts';
import type { Address } from '#api/routes.ts';
import { readReply, rpc } from '#api/rpc.ts';
import { frameUrl, mediaUrl } from '#shared/api/media.ts';
import { modelsReply } from '#shared/api/models.ts';
import { projectListReply, projectReply } from '#shared/api/projects.ts';
import { sceneReply } from '#shared/api/scenes.ts';
import { spendingReply } from '#shared/api/spending.ts';
import { testHash, testId } from '#tests/helpers/rows.ts';

const { projects, scenes, media } = rpc.api;
const param = { id: testId(1) };

describe('a call as plain data', () => {
  test('has the route’s method and path, and its body as it goes out', () => {
    expect(planCall('PATCH', scenes[':id'], { param, json: { title: 'Täg 1/2', trimStart: null } })).toEqual({
      method: 'PATCH',
      path: `/api/scenes/${param.id}`,
      body: '{"title":"Täg 1/2","trimStart":null}',
    });
    expect(planCall('DELETE', projects[':id'], { param })).toEqual({
      method: 'DELETE',
      path: `/api/projects/${param.id}`,
      body: null,
    });
    expect(planCall('GET', rpc.api.user.projects, { query: { after: 'a b' } }).path).toBe(
      '/api/user/projects?after=a+b',
    );
    expectTypeOf(planCall('POST', scenes[':id'].restore, { param }).method).toEqualTypeOf<'POST'>();
  });

  test('is refused by the type check if the API has no such route, method, parameter or field', () => {
    // Each of these would only fail in front of a person; here none is sent.
    const mistakes = [
      // @ts-expect-error a path that isn't there
      () => planCall('GET', projects[':id'].scene, { param }),
      // @ts-expect-error a parameter of another name
      () => planCall('GET', projects[':projectId'], { param }),
      // @ts-expect-error a method that the route doesn't answer
      () => planCall('PUT', projects[':id'], { param }),
      // @ts-expect-error a parameter is missing
      () => planCall('GET', projects[':id'], {}),
      // @ts-expect-error a parameter of another name
      () => planCall('GET', projects[':id'], { param: { projectId: param.id } }),
      // @ts-expect-error a field of another name
      () => planCall('PATCH', projects[':id'], { param, json: { titel: 'Fog' } }),
      // @ts-expect-error a field of another type
      () => planCall('PATCH', projects[':id'], { param, json: { title: 1 } }),
      // @ts-expect-error fields are missing
      () => planCall('POST', projects, { json: { title: 'Fog' } }),
      // @ts-expect-error a body where the route takes none
      () => planCall('DELETE', projects[':id'], { param, json: {} }),
      // @ts-expect-error a query of another name
      () => planCall('GET', rpc.api.user.projects, { query: { before: '1' } }),
    ];
    expect(mistakes).toHaveLength(10);
  });
});

describe('a call that is made at once', () => {
  test('is refused by the type check if the API has no such route, parameter or field', () => {
    const mistakes = [
      // @ts-expect-error a path that isn't there
      () => rpc.api.user.spendings.$get({}),
      // @ts-expect-error a parameter of another name
      () => rpc.api.download.scene[':id'].$get({ param: { sceneId: param.id }, header: {} }),
      // @ts-expect-error a field of another name
      () => rpc.api.user.spending.$patch({ json: { monthlyCap: 1 } }),
      // @ts-expect-error a place that no clip has
      () => media[':id'].frames[':place'].$put({ param: { id: testHash(1), place: 'middle' } }),
    ];
    expect(mistakes).toHaveLength(4);
  });
});

describe('a reply', () => {
  test('is read through the schema that it was made for', () => {
    expect(replyTo('PATCH', projects[':id'], projectReply)).toBe(projectReply);
    const mistakes = [
      // @ts-expect-error a scene is no project
      () => replyTo('PATCH', projects[':id'], sceneReply),
      // @ts-expect-error one project is no list
      () => replyTo('GET', projects[':id'], projectListReply),
      // @ts-expect-error models are no spending
      async () => readReply(await rpc.api.user.spending.$get({}), modelsReply),
    ];
    expect(mistakes).toHaveLength(3);
    expectTypeOf(async () =>
      readReply(await rpc.api.user.spending.$get({}), spendingReply),
    ).returns.resolves.toHaveProperty('monthlyCapUsd');
  });
});

describe('an address', () => {
  test('is one that the API has', () => {
    expectTypeOf<(typeof addresses)[keyof typeof addresses]>().toExtend<Address>();
    // @ts-expect-error sign-in is elsewhere
    const wrong: Address = '/api/sign-in';
    // @ts-expect-error this one takes an id
    const unfilled: Address = '/api/projects/:id';
    expect(Object.values(addresses)).not.toContain([wrong, unfilled]);
  });

  test('of a clip and of its frames is what the route takes', () => {
    const id = testHash(1);
    expect(mediaUrl(id)).toBe(media[':id'].$path({ param: { id } }));
    for (const place of ['first', 'last'] as const)
      expect(frameUrl(id, place)).toBe(media[':id'].frames[':place'].$path({ param: { id, place } }));
  });
});
