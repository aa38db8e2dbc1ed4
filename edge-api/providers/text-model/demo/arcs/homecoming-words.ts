import type { Arc } from './arc.ts';

export const homecoming: Arc = {
  id: 'homecoming',
  tone: 'light',
  words: [
    'home',
    'homecoming',
    'way home',
    'crosses the country',
    'return*',
    'road',
    'journey',
    'highway',
    'hometown',
    'soldier',
    'homesick',
    'migrat*',
    'pilgrim*',
    'train',
    'bus',
    'hitchhik*',
    'truck*',
  ],
  genres: ['Family', 'Western', 'Religious'],
  nouns: { hero: 'the traveler', place: 'the old house', thing: 'the suitcase' },
  premise: [
    'There are only a few days left, and {hero} (has|have) promised to be there in time.',
    'Every stop along the way offers a good reason to stay.',
    'In the end, the distance matters less than who opens the door.',
  ],
  opening: [
    ['Word from Home', 'Word arrives for {hero}: come soon, or come too late.', 'hopeful'],
    ['Before Anyone Wakes', 'It is a long way to {place}. {hero} leave(s) before anyone wakes up.', 'calm'],
  ],
  middle: [
    ['The First Mile', 'The first mile is the hardest, so {hero} take(s) it without looking back.', 'hopeful'],
    ['A Wrong Turn', 'A wrong turn costs half a day, but it leads {hero} to a place no map has ever shown.', 'playful'],
    [
      'Room for One More',
      'People make room without asking a single question. {hero} fall(s) asleep to the sound of their stories.',
      'calm',
    ],
    ['Out of Money', 'The money runs out here. {hero} trade(s) a favor for the next stretch of the trip.', 'playful'],
    [
      'What Stayed Behind',
      'For the first time, {hero} think(s) about {thing} and everything else that was left behind.',
      'melancholic',
    ],
    ['Stuck', 'The weather turns, and nobody goes anywhere tonight. {hero} wait(s), and the hours crawl.', 'lonely'],
    ['Recognized', 'Somebody recognizes {hero} at once, even after all these years.', 'joyful'],
    [
      'The Halfway Mark',
      'Halfway there, turning around would take just as long. {hero} laugh(s) and go(es) on.',
      'playful',
    ],
    [
      'One Minute Late',
      'By the time {hero} arrive(s), the last ride of the day has been gone for a minute.',
      'melancholic',
    ],
    [
      'Someone Else’s Reunion',
      'People hug their way through a long hello. {hero} look(s) away, then look(s) back and smile(s).',
      'romantic',
    ],
    ['Nearly There', 'One more day. {hero} (is|are) too excited to sleep.', 'hopeful'],
    [
      'The Last Hill',
      'Past the last bend, everything begins to look familiar. {hero} slow(s) down, suddenly afraid to arrive.',
      'tense',
    ],
  ],
  ending: [
    [
      'A Light Left On',
      'Someone has left a light on. {hero} stand(s) still for a moment, just to look at it.',
      'romantic',
    ],
    ['Home', 'It was the long way, and it was the right one. {hero} (is|are) home.', 'joyful'],
  ],
};
