/** How the demo studio finds the people in a movie: by the words for them. Each looks like one of its portraits. */
import { limits } from '#shared/limits.ts';
import type { CharactersRequest, CharacterSketch } from '../port.ts';

type Role = {
  /** How a text mentions such a person. */
  words: RegExp;
  /** Starts with the portrait's label, which finds the picture. */
  looks: string;
};

const roles: readonly Role[] = [
  {
    words: /\b(keeper|captain|sailor|fisherman|fisher|skipper)\b/i,
    looks: 'Captain with a peaked cap, about sixty, with a weathered face and a dark blue coat with brass buttons.',
  },
  {
    words: /\b(detective|inspector|spy|agent|reporter|journalist)\b/i,
    looks: 'Detective in a brimmed hat, about forty, with a narrow face in half shadow and a long gray coat.',
  },
  {
    words: /\b(girl|daughter|sister|child|granddaughter)\b/i,
    looks: 'Girl with a braid, about ten, with freckles and a red wool sweater.',
  },
  {
    words: /\b(inventor|engineer|scientist|boy|mechanic|student)\b/i,
    looks: 'Inventor with curls, about twenty, with round glasses and an apron full of tools.',
  },
  {
    words: /\b(professor|scholar|grandfather|teacher|monk|wizard|writer)\b/i,
    looks: 'Scholar with a long beard, about seventy, with kind eyes and a brown wool robe.',
  },
  {
    words: /\b(queen|princess|witch|goddess)\b/i,
    looks: 'Queen with a crown of ice, ageless, with pale hair and a silver cloak.',
  },
  {
    words: /\b(pilot|astronaut|commander|robot|android)\b/i,
    looks: 'Pilot with a bun, about thirty, with a scar on one brow and a white flight suit.',
  },
  {
    words: /\b(diver|swimmer|explorer)\b/i,
    looks: 'Diver with a brass helmet, about thirty-five, with broad shoulders and a canvas suit.',
  },
  {
    words: /\b(climber|mountaineer|skier|guide)\b/i,
    looks: 'Climber with goggles, about thirty, with windburned cheeks and an orange jacket.',
  },
  {
    words: /\b(runner|thief|courier|dancer|athlete)\b/i,
    looks: 'Runner with a short cut, about twenty-five, with alert eyes and a dark tracksuit.',
  },
  {
    words: /\b(traveller|traveler|nomad|merchant|stranger|pilgrim)\b/i,
    looks: 'Traveler in a headscarf, about forty, with dark eyes and sand-colored robes.',
  },
  {
    words: /\b(walker|hiker|ranger|woman|mother|man|father)\b/i,
    looks: 'Walker in a rain hood, about fifty, with calm eyes and a green raincoat.',
  },
];

/** Who appears when the text mentions nobody. */
const SOMEBODY: CharacterSketch = {
  name: 'Traveler',
  description: 'Traveler in a headscarf, about forty, with dark eyes and sand-colored robes.',
};

/** The people in the text, in order of appearance; a traveler when it mentions nobody. */
export function charactersByRules(request: CharactersRequest): CharacterSketch[] {
  const text = [
    request.title ?? '',
    request.description,
    ...request.scenes.flatMap(({ title, description }) => [title, description]),
  ].join('\n');
  const found = roles
    .flatMap(({ words, looks }) => {
      const match = words.exec(text);
      return match === null ? [] : [{ name: capitalized(match[0]), description: looks, at: match.index }];
    })
    .filter(({ name }) => !request.known.some((known) => known.name.toLowerCase() === name.toLowerCase()))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, request.atMost)
    .map(({ name, description }) => ({ name: name.slice(0, limits.nameLength), description }));
  return found.length > 0 || request.known.length > 0 ? found : [SOMEBODY];
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
