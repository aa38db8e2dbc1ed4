import { expect, test } from 'vitest';
import { forgetDrafts } from '#data/forget-drafts.ts';

const BOB = '01a20000-0000-7000-8000-00000000000b';
const ADA = '01a20000-0000-7000-8000-00000000000a';

test('forgets the drafts of one person, and none of another', () => {
  const kept = {
    theme: 'dark',
    'storyreel.left-draft.bobs': '{}',
    'storyreel.new-project': JSON.stringify({ userId: BOB, form: {} }),
  };
  const local = storageOf({ ...kept, 'storyreel.left-draft.adas': '{}' });
  const session = storageOf({
    'storyreel.generation-run.adas': '{}',
    'storyreel.generation-run.bobs': '{}',
    'storyreel.new-project': JSON.stringify({ userId: ADA, form: {} }),
  });
  forgetDrafts([local, session], { userId: ADA, projectIds: ['adas'] });
  expect({ ...local }).toEqual(kept);
  expect({ ...session }).toEqual({ 'storyreel.generation-run.bobs': '{}' });
});

/** A store like the browser's: its names are properties of its own. */
function storageOf(items: Record<string, string>): Storage {
  const storage = Object.create({
    getItem: (name: string) => items[name] ?? null,
    removeItem: (name: string) => void delete storage[name],
  });
  return Object.assign(storage, items);
}
