/** Where the browser itself goes, and what is asked before the typed client is there. */
import type { Address } from './routes.ts';

export const addresses = {
  signIn: '/api/login',
  signOut: '/api/logout',
  session: '/api/auth/user',
  ownData: '/api/user/data',
} as const satisfies Record<string, Address>;
