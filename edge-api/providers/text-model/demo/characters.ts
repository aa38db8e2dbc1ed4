/** How the demo studio finds the people of a movie: by the words for them, each looking like one of its portraits. */
import { limits } from '#shared/limits.ts';
import type { CharactersRequest, CharacterSketch } from '../port.ts';

type Role = {
  /** By which the text speaks of such a person. */
  words: RegExp;
  /** Begins with the portrait's label, by which the picture is found. */
  looks: string;
};

const roles: readonly Role[] = [
  {
    words: /\b(keeper|captain|sailor|fisherman|fisher|skipper)\b/i,
    looks: 'Captain with a peaked cap, about sixty, a weathered face and a dark blue coat with brass buttons.',
  },
  {
    words: /\b(detective|inspector|spy|agent|reporter|journalist)\b/i,
    looks: 'Detective in a brimmed hat, about forty, a narrow face in half shadow and a long grey coat.',
  },
  {
    words: /\b(girl|daughter|sister|child|granddaughter)\b/i,
    looks: 'Girl with a braid, about ten, freckles, and a red woollen jumper.',
  },
  {
    words: /\b(inventor|engineer|scientist|boy|mechanic|student)\b/i,
    looks: 'Inventor with curls, about twenty, round glasses and an apron full of tools.',
  },
  {
    words: /\b(professor|scholar|grandfather|teacher|monk|wizard|writer)\b/i,
    looks: 'Scholar with a long beard, about seventy, kind eyes and a brown woollen gown.',
  },
  {
    words: /\b(queen|princess|witch|goddess)\b/i,
    looks: 'Queen with a crown of ice, ageless, pale hair and a silver cloak.',
  },
  {
    words: /\b(pilot|astronaut|commander|robot|android)\b/i,
    looks: 'Pilot with a bun, about thirty, a scar on one brow and a white flight suit.',
  },
  {
    words: /\b(diver|swimmer|explorer)\b/i,
    looks: 'Diver with a brass helmet, about thirty-five, broad shoulders and a canvas suit.',
  },
  {
    words: /\b(climber|mountaineer|skier|guide)\b/i,
    looks: 'Climber with goggles, about thirty, wind-burnt cheeks and an orange jacket.',
  },
  {
    words: /\b(runner|thief|courier|dancer|athlete)\b/i,
    looks: 'Runner with a short cut, about twenty-five, alert eyes and a dark track suit.',
  },
  {
    words: /\b(traveller|traveler|nomad|merchant|stranger|pilgrim)\b/i,
    looks: 'Traveller in a headscarf, about forty, dark eyes and sand-coloured robes.',
  },
  {
    words: /\b(walker|hiker|ranger|woman|mother|man|father)\b/i,
    looks: 'Walker in a rain hood, about fifty, calm eyes and a green oilskin.',
  },
];

/** Who is there when the text speaks of nobody. */
const SOMEBODY: CharacterSketch = {
  name: 'Traveller',
  description: 'Traveller in a headscarf, about forty, dark eyes and sand-coloured robes.',
};

/** The people that the text speaks of, in the order in which it does; where it speaks of nobody, a traveller. */
export function charactersByRules(request: CharactersRequest): CharacterSketch[] {
  const text = [
    request.title ?? '',
    request.description,
    ...request.scenes.flatMap(({ title, description }) => [title, description]),
  ].join('\n');
  const found = roles
    .flatMap(({ words, looks }) => {
      const match = words.exec(text);
      return match === null ? [] : [{ name: capitalised(match[0]), description: looks, at: match.index }];
    })
    .toSorted((a, b) => a.at - b.at)
    .slice(0, request.atMost)
    .map(({ name, description }) => ({ name: name.slice(0, limits.nameLength), description }));
  return found.length > 0 ? found : [SOMEBODY];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
