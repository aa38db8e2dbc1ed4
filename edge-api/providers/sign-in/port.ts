/** Ways to sign in. A provider vouches for a person; accounts and sessions are made elsewhere. */

/** A person as a provider knows them. */
export type Identity = {
  /** Who vouches. Together with `subject` this is the account. */
  provider: string;
  /** The provider's own, unchanging name for the person. */
  subject: string;
  /** '' when the provider told none. */
  email: string;
  /** Whether the provider says that the address is the person's own. */
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

/** What only this server and one browser know of a sign-in that is under way. Each is random. */
export type FlowSecrets = {
  /** Comes back with the person: the answer belongs to a sign-in that this browser began. */
  state: string;
  /** Proves to the provider that whoever redeems the code is whoever asked for it (RFC 7636). */
  codeVerifier: string;
  /** Comes back inside the ID token: the token was made for this sign-in. */
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

/** A provider that doesn't vouch for anybody. The message is for the log and quotes nothing that is secret. */
export class SignInProviderError extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignInProviderError';
    this.problem = problem;
  }
}
