/**
 * Tests that run on Node and not in workerd, each with its reason. All of them are of what a Worker doesn't have; of what both
 * hosts have, nothing differs.
 */

const demoStudio = 'Only Node offers the demo studio, whose clips are files beside the server.';

/** Of the files that run on both hosts: the test's name, as vitest writes it, and why it isn't run in workerd. */
export const onNodeOnly: Readonly<Record<string, string>> = {
  'a scene that starts where the previous one ends > does not wait in the demo studio, whose clips bring their pictures':
    demoStudio,
  'an extended scene > on a model that can’t extend ends after its first clip, is complete, and says so': demoStudio,
  'an extended scene by the demo studio > is one film of fifteen seconds with its pictures, on veo-3.1': demoStudio,
  'an extended scene by the demo studio > is one film of fifteen seconds with its pictures, on omni': demoStudio,
  'an extended scene by the demo studio > fails and loses its second piece when the prompt says so': demoStudio,
  'an extended scene by the demo studio > has no film that goes on any further': demoStudio,
};

/** Of files of batteries and of generation that run on Node alone. */
export const filesOnNodeOnly: Readonly<Record<string, string>> = {
  'battery-paths':
    'Of Node’s own HTTP server, and of files that it serves from a folder; assets are Cloudflare’s on the edge.',
  'generation-demo': demoStudio,
  'generation-requests':
    'Of the adapters to the provider without jobs; the other tests send the same requests from workerd.',
  'generation-routes': 'Of routes and the loop that Node runs jobs in, in one process.',
  'generation-runner': 'Of that loop: its start, its end, and models that are functions of the test.',
  'generation-upstream': 'Of functions that read the provider’s errors, without a host.',
};
