/** What onboarding says: the way to a key, and the demo studio beside it. */
import { failureTitles } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';
import { keyFieldWords } from '#widgets/words.ts';

export const onboardingWords = {
  welcome: 'Welcome',
  welcomeByName: ({ name }: { name: string }) => `Welcome, ${name}`,
  lead: 'One last step before your first movie: choose how to generate your clips.',
  keyTitle: 'Set up your Gemini API key',
  steps: [
    'Open Google AI Studio',
    'Sign in with your Google account',
    'Choose Get API key, then Create API key',
    'Paste the key here',
  ],
  keyPage: 'aistudio.google.com/apikey',
  keyLabel: 'API key',
  submit: { idle: 'Validate & Continue', validating: keyFieldWords.validating, saving: keyFieldWords.saving },
  validated: 'API key validated successfully! Saving...',
  safe: 'Your key is stored securely. You can change it later in settings.',
  blank: 'Please enter your Gemini API key',
  notValid: 'Invalid API key. Please check and try again.',
  notSaved: failureTitles.saveKey,
  failed: uiWords.unknownFailure,
  demo: {
    picture: 'A clip from the demo studio: balloons over snowy peaks',
    title: 'No key yet?',
    text: 'The demo studio takes you from idea to finished movie right away, using short animations marked “Demo” in place of AI-generated clips.',
    choose: 'Try the demo studio — no key, no cost',
  },
} as const;
