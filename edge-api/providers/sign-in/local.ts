/** Sign-in on one's own machine: whoever can open the page is believed. Only ever offered on loopback. */
import { LOCAL_PROVIDER, type FormSignIn } from './port.ts';

export const localSignIn: FormSignIn = {
  kind: 'form',
  id: 'local',
  identify: ({ email, firstName, lastName }) => ({
    provider: LOCAL_PROVIDER,
    subject: email,
    email,
    isEmailVerified: false,
    firstName: firstName === '' ? null : firstName,
    lastName: lastName === '' ? null : lastName,
    profileImageUrl: null,
  }),
};
