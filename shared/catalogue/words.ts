/** Names and notes of the catalogue’s rows. */

export const modelWords = {
  names: { 'veo-3.1': 'Veo 3.1', 'veo-3': 'Veo 3', 'veo-2': 'Veo 2', omni: 'Gemini Omni Flash' },
  notes: { latest: 'Latest', plainKeys: 'Works with a standard API key' },
} as const;

export const exportSizeWords = {
  source: 'As made',
  '4k': '4K',
  '1080p': '1080p',
  '720p': '720p',
  '480p': '480p',
} as const;
