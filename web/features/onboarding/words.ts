/** What onboarding says: the way to a key, and the demo studio beside it. */
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
  submit: { idle: 'Validate & Continue', validating: 'Validating API Key...', saving: 'Saving...' },
  validated: 'API key validated successfully! Saving...',
  safe: 'Your key is stored securely. You can change it later in settings.',
  blank: 'Please enter your Gemini API key',
  notValid: 'Invalid API key. Please check and try again.',
  notSaved: 'Failed to save API key',
  failed: 'An error occurred. Please try again.',
  demo: {
    picture: 'A clip from the demo studio: balloons over snowy peaks',
    title: 'No key yet?',
    text: 'The demo studio takes you from idea to finished movie right away, using short animations marked “Demo” in place of AI-generated clips.',
    choose: 'Try the demo studio — no key, no cost',
  },
} as const;
