import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';
import { useAskedToEndExports } from '#widgets/asked-to-end-exports.ts';

const EndExportsDialog = lazyPart(async () => ({
  default: (await import('./end-exports-dialog.tsx')).EndExportsDialog,
}));

/** Asks before logging out ends an export. */
export function EndingExports() {
  const answer = useAskedToEndExports((state) => state.answer);
  if (answer === null) return null;
  return (
    <Suspense fallback={null}>
      <EndExportsDialog onAnswer={answer} />
    </Suspense>
  );
}
