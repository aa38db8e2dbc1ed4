/** What the API is handed in tests on both hosts. */
import type { Deps } from '#edge-api/deps.ts';

/** Says what time it is on the test's clock. */
export const NOW_HEADER = 'x-test-now';

const unlimited = { perUser: null, perAddress: null };

export const testDeps: Pick<Deps, 'rateLimits'> = {
  rateLimits: {
    signIn: unlimited,
    keyCheck: unlimited,
    aiCall: unlimited,
    frameUpload: unlimited,
    avatar: unlimited,
    upload: unlimited,
    exportStart: unlimited,
    exportPicture: unlimited,
    showcase: unlimited,
    publicFile: unlimited,
    dataDownload: unlimited,
    report: unlimited,
    request: unlimited,
    write: unlimited,
  },
};
