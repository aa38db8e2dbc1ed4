import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';

const SaveState = lazyPart(async () => ({ default: (await import('./save-state.tsx')).SaveState }));

/** The state of one project’s changes, which comes after the picture: until then there is nothing to tell of. */
export function ProjectState({ projectId }: { projectId: string }) {
  return (
    <Suspense>
      <SaveState projectId={projectId} />
    </Suspense>
  );
}
