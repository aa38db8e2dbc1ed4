/** Leaves out what a Worker doesn't have: by name, with the reason in the report. */
import { beforeEach } from 'vitest';
import { onNodeOnly } from './differences.ts';

beforeEach(({ task, skip }) => {
  const names: string[] = [];
  for (let part: typeof task | typeof task.suite = task; part !== undefined; part = part.suite)
    if (part.name !== '') names.unshift(part.name);
  const reason = onNodeOnly[names.join(' > ')];
  if (reason !== undefined) skip(reason);
});
