import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';

const DeviceSaveState = lazyPart(async () => ({
  default: (await import('./device-save-state.tsx')).DeviceSaveState,
}));

/** The state of everything that is on this device, which comes after the page: mostly it has nothing to say. */
export function DeviceState() {
  return (
    <Suspense>
      <DeviceSaveState />
    </Suspense>
  );
}
