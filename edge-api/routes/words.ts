/** The sign-in pages, and what calls refuse themselves. */
import { plural } from '#shared/words/format.ts';

export const signInWords = {
  pageTitle: ({ title }: { title: string }) => `${title} · AI Storyreel`,
  brand: 'AI Storyreel',
  poweredBy: 'Powered by Veo 3.1',
  title: 'Sign in',
  heading: 'Sign in to AI Storyreel',
  choose: 'Choose how to sign in.',
  continueWith: ({ provider }: { provider: string }) => `Continue with ${provider}`,
  local: 'This server runs on your own computer, so you don’t need a password.',
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  submit: 'Sign in',
  failed: 'You’re not signed in',
  tryAgain: 'Try again',
  toStart: 'Back to the start page',
  noWay: {
    heading: 'No one can sign in here yet',
    text: 'This server has no sign-in set up. Whoever runs it needs to add a sign-in provider, or turn on LOCAL_SIGN_IN if it’s their own computer.',
  },
  signOut: 'Sign out',
  signOutHeading: 'Sign out of AI Storyreel?',
  signOutText: 'Your projects stay as they are.',
} as const;

export const signInFailureWords = {
  stale: 'This sign-in was started in another browser, started too long ago, or already finished.',
  declined: ({ provider }: { provider: string }) => `Sign-in with ${provider} was canceled.`,
  codeRefused: ({ provider }: { provider: string }) => `${provider} says this sign-in was already used or is too old.`,
  timedOut: ({ provider }: { provider: string }) => `${provider} didn’t answer in time.`,
  failed: ({ provider }: { provider: string }) => `${provider} couldn’t tell us who you are.`,
  internal: 'Something went wrong on our side. Please try again.',
} as const;

export const routeWords = {
  apiTitle: 'Storyreel',
  unnamedDevice: 'Browser',
  notFound: 'Nothing found at this address.',
  noSuchSignIn: 'This server doesn’t have that way to sign in.',
  noSignInForm: 'This server has no sign-in form.',
  noServerExport: 'The server can’t export yet.',
  noSuchExport: 'Export not found',
  keySaved: 'API key saved successfully',
  fileSize: ({ bytes }: { bytes: number }) =>
    plural(bytes, { one: 'This file has # byte.', other: 'This file has # bytes.' }),
  idempotencyKey: 'must be 1 to 128 printable characters',
  version: 'must be the version last seen, a whole number',
} as const;
