/** Sign-in on one's own machine: whoever can open the page is believed. Only ever offered on loopback. */
import type { FormSignIn } from './port.ts';

export const localSignIn: FormSignIn = {
  kind: 'form',
  id: 'local',
  identify: ({ email, firstName, lastName }) => ({
    provider: 'local',
    subject: email,
    email,
    isEmailVerified: false,
    firstName: firstName === '' ? null : firstName,
    lastName: lastName === '' ? null : lastName,
    profileImageUrl: null,
  }),
};
