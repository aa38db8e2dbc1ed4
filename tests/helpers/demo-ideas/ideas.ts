/** Sixty ideas of different kinds, as people type them: plots, single words, ads, lists of style, other languages, long ones. */
import type { GenreId } from '#shared/catalogue/genres.ts';

export type DemoIdea = { title: string; description: string; genres: readonly GenreId[] };

const idea = (title: string, description: string, ...genres: readonly GenreId[]): DemoIdea => ({
  title,
  description,
  genres: genres.length > 0 ? genres : ['drama'],
});

/** About as long as the product takes. */
const long = (sentences: readonly string[]): string => {
  const text = sentences.join(' ');
  return Array.from({ length: Math.ceil(4_950 / text.length) }, () => text)
    .join(' ')
    .slice(0, 4_990);
};

export const demoIdeas: readonly DemoIdea[] = [
  idea(
    'The Lighthouse',
    'A lighthouse keeper finds a letter in a bottle. He rows out to answer it. Nobody is there. He comes back changed.',
    'mystery',
  ),
  idea(
    'The Long Way Home',
    'A retired truck driver crosses the country one last time to bring an old piano to his daughter.',
    'family',
  ),
  idea('Lighthouse', 'Lighthouse'),
  idea('Loneliness', 'Loneliness'),
  idea('Robots', 'Robots', 'scifi'),
  idea('Coffee', 'Coffee', 'documentary'),
  idea(
    'Kitchen Robot',
    'A small robot learns to cook in a busy restaurant kitchen and falls in love with a toaster.',
    'comedy',
    'animation',
  ),
  idea(
    'Mara',
    'Mara, a lighthouse keeper on a remote island, hears a voice on the radio every night at midnight.',
    'mystery',
    'horror',
  ),
  idea('Two Sisters', 'Two sisters inherit a bakery and can’t agree on anything but the bread.', 'comedy', 'family'),
  idea(
    'Neon Run',
    'A courier steals a chip from the biggest company in the neon city and has one night to get it across the border.',
    'thriller',
    'scifi',
  ),
  idea('Old Wolf', 'An old wolf leads his pack through the worst winter in memory.', 'nature'),
  idea('Anna and Tom', 'Anna and Tom meet on a night train to Paris. They have seven hours.', 'romance'),
  idea('The Heist', 'Three thieves plan to rob a casino on New Year’s Eve. One of them is lying.', 'crime', 'action'),
  idea(
    'My grandmother’s recipe',
    'My grandmother never wrote down her soup recipe. After her funeral, I try to find it in the villages where she cooked.',
    'drama',
  ),
  idea('Mars, Day One', 'The first astronaut on Mars finds footprints.', 'scifi', 'mystery'),
  idea(
    'A cat in Tokyo',
    'A cat walks through Tokyo at night. Shot on 35mm with shallow depth of field. The mood is calm. Soft neon palette.',
    'documentary',
  ),
  idea('Style only', 'Cinematic. Wide shot. Slow motion. The camera moves slowly. Color palette: teal and orange.'),
  idea(
    'Chess',
    'A shy boy beats the chess champion of his school, then has to face his own father.',
    'comingofage',
    'sports',
  ),
  idea(
    'Storm',
    'A fishing boat is caught in a storm. The captain must choose between the catch and the crew.',
    'disaster',
  ),
  idea(
    'Ghost Hotel',
    'A night clerk in an empty hotel realizes that the only guest has been dead for thirty years.',
    'horror',
  ),
  idea('Knight and dragon', 'A cowardly knight befriends the dragon he was sent to kill.', 'fantasy', 'comedy'),
  idea('The Violin', 'A violin passes through five owners and three wars.', 'history', 'musical'),
  idea(
    'Product launch',
    'A 30-second ad for our new running shoe. Young people run through the city at sunrise. Energetic, inspiring. Logo at the end.',
    'sports',
  ),
  idea('How rain is made', 'Explain to children how rain is made, from the sea to the clouds and back.', 'educational'),
  idea('Last day of school', 'Last day of school before the summer. Five friends, one promise.', 'comingofage'),
  idea('Sheriff', 'A sheriff with a bad knee waits for the noon train.', 'western'),
  idea('Whale song', 'A marine biologist follows a whale that sings at the wrong frequency.', 'nature', 'drama'),
  idea('THE BOX', 'a box. nobody knows what’s in it. everyone wants it', 'thriller'),
  idea(
    'lowercase',
    'a girl and her dog walk along the beach and find a message in a bottle and decide to look for who wrote it',
    'family',
  ),
  idea(
    'Marathon',
    'A 70-year-old woman trains for her first marathon to keep a promise to her late husband.',
    'sports',
    'drama',
  ),
  idea(
    'Time loop',
    'A scientist wakes up to the same Tuesday again and again until she stops trying to fix it.',
    'scifi',
  ),
  idea(
    'Jazz',
    'Smoky jazz club, 1958. A saxophonist plays his last set before the club closes forever.',
    'musical',
    'noir',
  ),
  idea(
    'Detective Fox',
    'Detective Fox and his assistant, a nervous rabbit, look for the missing moon.',
    'animation',
    'mystery',
  ),
  idea('Wedding', 'Everything goes wrong at the wedding. The bride has never been happier.', 'comedy', 'romance'),
  idea('Balloon', 'An inventor builds a balloon from old umbrellas and flies over the mountains.', 'adventure'),
  idea(
    'The caravan',
    'A caravan carries salt across the desert, as it has for a thousand years.',
    'documentary',
    'travel',
  ),
  idea('Soldier', 'A soldier walks home after the war. It takes him a year. Nobody recognizes him.', 'war', 'drama'),
  idea('Election', 'The mayor of a small town wins by one vote and finds out whose it was.', 'political', 'comedy'),
  idea('Prayer', 'Pilgrims climb to a monastery in the mountains before dawn.', 'religious'),
  idea('Abstract', 'Shapes become sounds, sounds become colors, colors become silence.', 'experimental'),
  idea(
    'Le phare',
    'Un gardien de phare trouve une lettre dans une bouteille et part à la recherche de celle qui l’a écrite.',
    'mystery',
  ),
  idea(
    'Der Leuchtturm',
    'Ein alter Leuchtturmwärter findet einen Brief im Meer und rudert hinaus, um ihn zu beantworten.',
    'drama',
  ),
  idea('El último tren', 'Una niña espera cada noche el último tren en una estación abandonada.', 'fantasy'),
  idea('A viagem', 'Dois irmãos viajam de bicicleta até o mar para cumprir a promessa que fizeram ao pai.', 'family'),
  idea('La panettiera', 'Una panettiera di Napoli scopre che il suo pane fa ricordare alla gente i sogni.', 'fantasy'),
  idea('灯台', '古い灯台の番人が、海から届いた手紙を見つける。', 'mystery'),
  idea('Маяк', 'Старый смотритель маяка находит письмо в бутылке и отправляется в море.', 'drama'),
  idea('منارة', 'حارس منارة عجوز يجد رسالة في زجاجة ويبحر ليرد عليها.', 'drama'),
  idea('Latarnik', 'Stary latarnik znajduje list w butelce i wypływa w morze, żeby na niego odpowiedzieć.', 'drama'),
  idea('등대', '등대지기가 바다에서 온 편지를 발견한다.', 'mystery'),
  idea('Emoji', '🚀🐱🌕'),
  idea('Numbers', '12345 67890', 'experimental'),
  idea('Question', 'What if the moon disappeared tonight?', 'scifi', 'disaster'),
  idea('Parentheses', 'A chef (retired) meets his rival (still angry) at a supermarket {aisle 5}.', 'comedy'),
  idea(
    'A list',
    'Characters:\n- Lila, 12, curious\n- Grandpa Otto, clockmaker\nPlot:\n- They find a watch that runs backwards\n- They go back to the day Grandma left\n\nStyle: warm, nostalgic\nMusic: piano',
    'family',
    'fantasy',
  ),
  idea(
    'Improved before',
    'A diver looks for a lost ring. We begin wide to show the place, then move closer with every turn of the story. Light and color: low light, cold blue; the mood stays mysterious. We hear a creak, then a long silence. It ends on one still image that answers the first.',
    'mystery',
  ),
  idea(
    'A very long plot',
    long([
      'Nora is a cartographer in a city that moves at night.',
      'Each morning the streets lie differently, and each morning she draws them again.',
      'One day her map is right before the city moves.',
      'She begins to suspect that the city is following her pen.',
      'Her brother Theo, a thief, wants her to draw a bank next to their kitchen.',
      'The camera follows her hands in close-up.',
      'She refuses, and the next night the kitchen is gone.',
    ]),
    'fantasy',
    'mystery',
  ),
  idea(
    'A long business brief',
    long([
      'Our company sells insurance for small boats.',
      'We want to show trust, care, and reliability.',
      'A family goes sailing on a Sunday.',
      'The weather changes.',
      'They call us and we help.',
      'The tone should be warm but serious.',
      'Use our colors, blue and white.',
    ]),
    'family',
  ),
  idea(
    'Everything at once',
    long([
      'Pirates, robots, a wedding, a ghost, and a chess tournament meet on an island during a hurricane.',
      'Everyone wants the treasure.',
      'Only the parrot knows where it is.',
    ]),
    'comedy',
    'adventure',
  ),
  idea('No stops', 'word '.repeat(998).trim(), 'drama'),
];
