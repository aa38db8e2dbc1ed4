/** What stands below the first screen of the landing page. */
export const featureWords = {
  label: 'Features',
  breakdown: {
    title: 'AI Scene Breakdown',
    text: 'Your idea becomes a shot list. Every scene gets a picture, camera angle, mood, and length, and you can edit all of it.',
    concept: 'Movie Concept',
  },
  generation: {
    title: 'Video Generation',
    text: 'Each scene becomes its own clip. See the price before you start, watch the clips come in, and stop at any time.',
    counters: { complete: 'Complete', generating: 'Generating', failed: 'Failed' },
    elapsed: 'Generating… 0:12',
  },
  timeline: {
    title: 'Timeline Editor',
    text: 'Trim to the frame, reorder scenes, and put text on the picture. It all works offline.',
  },
  export: {
    title: 'Export Options',
    text: '480p to 4K, MP4 or WebM. Clips you didn’t change are copied bit for bit, and the plan shows which before you start.',
    rows: [
      { name: 'As made (720p)', size: '1280 × 720', plan: '2 of 5 copied, 13 s encoded · 3.4 MB' },
      { name: '1080p', size: '1920 × 1080', plan: 'All encoded · 9.0 MB' },
      { name: '4K', size: '3840 × 2160', plan: 'All encoded · 27 MB' },
    ],
    formats: { mp4: 'MP4 (H.264)', webm: 'WebM (VP9)' },
    place: 'In this browser',
  },
} as const;

export const howItWorksWords = {
  title: 'How it works',
  steps: [
    {
      title: 'Bring your key',
      text: 'Paste a Gemini API key once. No key yet? The demo studio does everything without one.',
      price: 'Free',
      detail: 'Stored encrypted and used only for your own requests',
    },
    {
      title: 'Write the idea',
      text: 'A title, a few sentences, one to five genres, and a length from 0:30 to 10:00. The breakdown writes the scenes.',
      price: 'Google’s price for text',
      detail: 'Your text goes to Gemini',
    },
    {
      title: 'Generate the scenes',
      text: 'Each scene becomes a clip of 4, 6, or 8 seconds. See the price before anything starts, and stop at any time.',
      price: 'About $0.25 per second, or $30.00 for 2:00',
      detail: 'Paid to Google on your key; we add nothing',
    },
    {
      title: 'Cut and export',
      text: 'Edit and play the movie on the timeline, even offline. Export writes a single file.',
      price: 'Free',
      detail: 'In your browser',
    },
  ],
} as const;

export const goodToKnowWords = {
  title: 'Good to know',
  notes: [
    {
      title: 'AI-generated, and it shows',
      text: 'A model generates the clips; nobody filmed them. Faces and hands can change from scene to scene, text in the picture can come out wrong, and the model may refuse anything that sounds like a real person. Character references help. Another take costs as much as the first. Wherever you share your movie, say that it’s AI.',
    },
    {
      title: 'Where your key goes',
      text: 'Storyreel keeps your key encrypted on this server, tied to your account, and sends it only to Google. You only ever see its first six and last four characters, and you can remove it in Settings at any time.',
    },
    {
      title: 'What it costs',
      text: 'Google bills your key, roughly $0.10 to $0.40 per second depending on the model. We estimate $0.25: $7.50 for 0:30, $30.00 for 2:00, $150.00 for 10:00. Storyreel adds nothing. Set a monthly cap in Settings to stop anything that would go over it.',
    },
  ],
} as const;

export const closingWords = {
  title: 'Ready to Create Your First Video?',
  text: 'Start in the demo studio, with no key and no cost. Switch to your own key when you want the real thing.',
  getStarted: 'Get Started Now',
} as const;
