/** Ways to sign in. Providers identify people; accounts and sessions are made elsewhere. */

/** The provider of those who sign in on the server’s own computer. */
export const LOCAL_PROVIDER = 'local';

/** A person as a provider knows them. */
export type Identity = {
  /** The provider. With `subject` it identifies the account. */
  provider: string;
  /** The provider's permanent id of the person. */
  subject: string;
  /** '' when the provider gave none. */
  email: string;
  /** Whether the provider has verified the address. */
  isEmailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
};

/** A provider that asks for the person's details on a page of ours. */
export type FormSignIn = {
  kind: 'form';
  id: string;
  identify(form: { email: string; firstName: string; lastName: string }): Identity;
};

/** Secrets of a sign-in in progress, known only to this server and one browser. Each is random. */
export type FlowSecrets = {
  /** Returns with the person, which proves that this browser started the sign-in. */
  state: string;
  /** Proves to the provider that the code is redeemed by whoever requested it (RFC 7636). */
  codeVerifier: string;
  /** Returns inside the ID token, which proves that it was made for this sign-in. */
  nonce: string;
};

/** What a provider sends back with the person. */
export type ProviderAnswer = {
  code: string;
  /** Who says that it answers (RFC 9207); null when the provider doesn't say. */
  issuer: string | null;
};

/** A provider that the person is sent to, and who sends them back with a code. */
export type RedirectSignIn = {
  kind: 'redirect';
  /** As it stands in addresses: `/api/login/{id}`. */
  id: string;
  /** As it stands on a button. */
  label: string;
  /** Where to send the person. Throws `SignInProviderError`. */
  authorizationUrl(secrets: FlowSecrets): Promise<URL>;
  /** Redeems the code and asks who the person is. Throws `SignInProviderError`. */
  identify(answer: ProviderAnswer, secrets: FlowSecrets): Promise<Identity>;
};

export type SignInProvider = FormSignIn | RedirectSignIn;

/**
 * - `code_refused`: the code was used before, is too old, or is none.
 * - `timed_out`: no answer within the time limit.
 * - `failed`: no connection, or an answer that can't be trusted or understood.
 */
export type SignInProblem = 'code_refused' | 'timed_out' | 'failed';

/** The provider didn't identify anyone. The message is for the log and contains no secrets. */
export class SignInProviderError extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignInProviderError';
    this.problem = problem;
  }
}
