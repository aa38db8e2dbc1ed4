/** Ways to sign in. A provider vouches for a person; accounts and sessions are made elsewhere. */

/** A person as a provider knows them. `subject` is the provider's own, unchanging name for them. */
export type Identity = {
  provider: string;
  subject: string;
  email: string;
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

export type SignInProvider = FormSignIn;
