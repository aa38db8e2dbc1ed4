/** The sign-in pages, and what calls refuse themselves. */
import { plural } from '#shared/words/format.ts';
import { brandWords } from '#shared/words/product-words.ts';
import { replyWords } from '../words.ts';

export const signInWords = {
  pageTitle: ({ title }: { title: string }) => `${title} · ${brandWords.name}`,
  brand: brandWords.name,
  poweredBy: brandWords.poweredBy,
  title: 'Sign in',
  heading: `Sign in to ${brandWords.name}`,
  choose: 'Choose how to sign in.',
  continueWith: ({ provider }: { provider: string }) => `Continue with ${provider}`,
  local: 'This server runs on your own computer, so you don’t need a password. Nothing is sent to your e-mail address.',
  optional: 'Optional',
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
  signOutHeading: `Sign out of ${brandWords.name}?`,
  signOutText: 'Your projects stay as they are.',
} as const;

export const signInFailureWords = {
  stale: 'This sign-in was started in another browser, started too long ago, or already finished.',
  declined: ({ provider }: { provider: string }) => `Sign-in with ${provider} was canceled.`,
  codeRefused: ({ provider }: { provider: string }) => `${provider} says this sign-in was already used or is too old.`,
  timedOut: ({ provider }: { provider: string }) => `${provider} didn’t answer in time.`,
  failed: ({ provider }: { provider: string }) => `${provider} couldn’t tell us who you are.`,
  internal: replyWords.internal,
} as const;

export const routeWords = {
  apiTitle: 'Storyreel',
  unnamedDevice: 'Browser',
  notFound: replyWords.nothingHere,
  noSuchSignIn: 'This server doesn’t have that way to sign in.',
  forwardedSignIn:
    'This request came through a proxy, and sign-in without a password is only for the computer that the server runs on. Whoever runs it needs to set PUBLIC_URL and a sign-in provider (Google, GitHub, or OIDC).',
  noSignInForm: 'This server has no sign-in form.',
  keySaved: 'API key saved successfully',
  fileSize: ({ bytes }: { bytes: number }) =>
    plural(bytes, { one: 'This file has # byte.', other: 'This file has # bytes.' }),
  idempotencyKey: 'must be 1 to 128 printable characters',
  version: 'must be the version last seen, a whole number',
} as const;
