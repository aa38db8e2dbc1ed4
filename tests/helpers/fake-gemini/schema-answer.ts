// Makes up JSON of a response schema. It knows the keywords that the product sends, and throws for any other type.

type Node = { readonly [name: string]: unknown };

interface Place {
  /** The property that the value is for; '' at the root. */
  name: string;
  /** Position in the nearest array, from 0. */
  index: number;
  itemsWanted: ItemsWanted;
}

/** How many items the list of that name shall have; undefined if it doesn't matter. */
type ItemsWanted = (name: string) => number | undefined;

const USUAL_ITEMS = 2;
/** Properties that hold a paragraph rather than a label. */
const LONG_NAMES = /prompt|description|summary|synopsis/i;
const FILLER =
  'A lone figure walks across wet sand at dawn while the camera glides low beside the waves, soft light on the water, gulls far away, and a calm wind over the dunes.';

/** A value that the schema accepts. */
export function answerFor(schema: unknown, itemsWanted: ItemsWanted = () => undefined): unknown {
  return valueFor(asNode(schema), { name: '', index: 0, itemsWanted });
}

/** Reads wishes such as "Scenes (5):" or "exactly 5 scenes" out of a prompt. */
export function itemsNamedIn(prompt: string): ItemsWanted {
  return (name) => {
    const found =
      new RegExp(`\\b${name} *\\((\\d+)\\)`, 'i').exec(prompt) ?? new RegExp(`\\b(\\d+) +${name}\\b`, 'i').exec(prompt);
    return found === null ? undefined : Number(found[1]);
  };
}

function valueFor(schema: Node, place: Place): unknown {
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices[place.index % choices.length];
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(asNode(schema['properties'])).map(([name, property]) => [
          name,
          valueFor(asNode(property), { ...place, name }),
        ]),
      );
    case 'array':
      return arrayFor(asNode(schema['items']), place);
    case 'number':
      return place.index + 1;
    case 'string':
      return textFor(place);
    default:
      throw new Error(`No answer is made up for "${place.name}" of type ${String(schema['type'])}.`);
  }
}

/** Items that are chosen from a list differ. */
function arrayFor(items: Node, place: Place): unknown[] {
  const choices = items['enum'];
  const most = Array.isArray(choices) ? choices.length : Number.POSITIVE_INFINITY;
  const length = Math.min(place.itemsWanted(place.name) ?? USUAL_ITEMS, most);
  return Array.from({ length }, (_, index) => valueFor(items, { ...place, index }));
}

/** "videoPrompt" becomes "Video prompt 1". */
function textFor({ name, index }: Place): string {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  const label = `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)} ${index + 1}`;
  return LONG_NAMES.test(name) ? `${label}. ${FILLER}` : label;
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
