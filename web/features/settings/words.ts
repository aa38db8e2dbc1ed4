/** What Settings says about the person, the key, the models and the money. */
import { DELETE_WORD } from '#shared/api/users.ts';
import { unreachableModel } from '#shared/words/clip-words.ts';
import { failureTitles, pageNames } from '#shared/words/product-words.ts';
import { keyFieldWords } from '#widgets/words.ts';

export const settingsWords = {
  title: pageNames.settings,
  profile: 'Profile',
  licenses: 'Licenses for the software and fonts in AI Storyreel',
} as const;

export const keyWords = {
  title: 'API Key Management',
  current: 'Current key',
  notSet: 'Not set',
  demoStudio: 'Demo studio',
  demoNote:
    'Clips are short animations marked “Demo”, and nothing is charged. Add your own key to generate new clips with the real model.',
  change: 'Change Key',
  remove: 'Remove Key…',
  getKey: 'Get a key at aistudio.google.com/apikey',
  newKey: 'New key',
  submit: { idle: 'Validate & Save', validating: keyFieldWords.validating, saving: keyFieldWords.saving },
  saved: { title: 'Success', description: 'API key saved successfully' },
  blank: { title: 'Error', description: 'Please enter an API key' },
  notValid: { title: 'Invalid API Key', description: 'The API key is not valid' },
  failed: { title: 'Error', description: failureTitles.saveKey },
} as const;

export const removeKeyWords = {
  title: 'Remove your API key?',
  consequences: [
    'Your projects, clips, and exports stay.',
    'Queued scenes won’t be generated.',
    'Clips the model has already started may still be charged. Add the same key again to get them; their scenes will say so until you do.',
    'To open your projects again, you’ll need to add a key or choose the demo studio.',
  ],
  remove: 'Remove Key',
  removed: { title: 'API key removed', description: 'Your projects and clips are still here.' },
  failed: 'Couldn’t remove the API key',
} as const;

export const keptKeyWords = {
  title: 'Key in this browser',
  kept: 'This browser has a key.',
  notKept: 'This browser has no key.',
  note: 'Optional. Storyreel uses this key instead of your saved one when you improve a scene. It’s encrypted with information that any page on this site can work out. That hides it from a glance at the storage, but not from extensions, other programs on this computer, or other people who use this browser.',
  add: 'Add a Key',
  remove: 'Remove',
  field: 'Key for this browser',
  keep: 'Save',
  saved: 'Key saved in this browser',
  removed: 'Key removed from this browser',
  failed: 'Couldn’t save the key in this browser',
} as const;

export const modelListWords = {
  title: 'Video models',
  facts: ({ seconds, sizes, ratios }: { seconds: string; sizes: string; ratios: string }) =>
    `${seconds}\u00A0s · ${sizes} · ${ratios}`,
  reachable: 'Your key can use this model.',
  unreachable: unreachableModel,
} as const;

export const spendingWords = {
  title: pageNames.spending,
  details: 'See all spending',
  unavailable: 'Spending is unavailable offline.',
  thisMonth: 'This month',
  ofCap: ({ cap }: { cap: string }) => ` of ${cap}`,
  open: ({ amount }: { amount: string }) => `We don’t know yet whether ${amount} of this was charged.`,
  capUsed: 'Monthly cap used',
  byProject: 'By project',
  ideas: 'Ideas that aren’t projects yet',
  deletedProjects: 'Deleted projects',
  noCap: 'No monthly cap. Storyreel won’t stop a generation because of its cost.',
  hasCap: 'Storyreel won’t start a generation that would go over your cap.',
  setCap: 'Set a Cap',
  changeCap: 'Change Cap',
  field: 'Monthly cap in US dollars',
  saveCap: 'Save Cap',
  removeCap: 'Remove Cap',
  capRemoved: 'Monthly cap removed',
  capSaved: ({ cap }: { cap: string }) => `Monthly cap set to ${cap}`,
  capFailed: 'Couldn’t change the monthly cap',
} as const;

const sessionDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });
const sessionTime = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const RECENT_MS = 2 * 24 * 60 * 60 * 1000;

export const sessionWords = {
  title: 'Where you’re signed in',
  unavailable: 'This list is unavailable offline.',
  unnamed: 'A browser',
  here: 'This browser',
  lastSeen: ({ at }: { at: number }) =>
    `Last used ${(Date.now() - at < RECENT_MS ? sessionTime : sessionDay).format(at)}`,
  signOut: 'Sign out',
  signOutOf: ({ device }: { device: string }) => `Sign out of ${device}`,
  everywhere: 'Sign out everywhere',
  ended: ({ device }: { device: string }) => `Signed out of ${device}`,
  failed: 'Couldn’t sign out',
} as const;

export const dataWords = {
  title: 'Your data',
  storage: 'Storage',
  storageDetails: 'Storage in this browser',
  projects: 'Projects',
  scenes: 'Scenes',
  used: ({ used, limit }: { used: string; limit: string }) => `${used} of ${limit}`,
  downloadNote:
    'A zip file with your projects, their clips and history, your spending, and your account. Your API key isn’t in it.',
  download: 'Download my data',
  deleteNote: 'Delete your account and everything in it, here and on the server.',
  delete: 'Delete my account',
} as const;

export const deleteAccountWords = {
  title: 'Delete your account?',
  consequences: [
    'All of your projects, clips, exports, and history will be deleted. Published projects leave the showcase at once.',
    'Your API key, spending records, and sign-ins will be deleted.',
    'Generations that are running will be stopped. What the model has already started may still be charged.',
    'The copy in this browser will be deleted, too, along with changes that haven’t been sent yet. Copies in your other browsers stay there until you clear them.',
    'You can’t undo this. To keep a copy, download your data first.',
  ],
  field: `Type “${DELETE_WORD}” to confirm`,
  typeFirst: `Type “${DELETE_WORD}” first.`,
  delete: 'Delete my account',
  failed: 'Couldn’t delete your account',
} as const;

export const reportsWords = {
  title: 'Reports',
  none: 'No one has reported a movie.',
  at: ({ at }: { at: number }) => sessionTime.format(at),
  unpublish: 'Unpublish',
  unpublishTitle: ({ title }: { title: string }) => `Unpublish ${title}`,
  unpublished: 'Not public',
  unpublishFailed: 'Couldn’t unpublish the movie',
  dismiss: 'Dismiss',
  dismissTitle: ({ title }: { title: string }) => `Dismiss the report about ${title}`,
  dismissFailed: 'Couldn’t dismiss the report',
} as const;
