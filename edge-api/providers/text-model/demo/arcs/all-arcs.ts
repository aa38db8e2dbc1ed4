/** The demo studio's twelve stories. */
import type { Arc } from './arc.ts';
import { ambition } from './ambition-words.ts';
import { escape } from './escape-words.ts';
import { farewell } from './farewell-words.ts';
import { friendship } from './friendship-words.ts';
import { haunting } from './haunting-words.ts';
import { homecoming } from './homecoming-words.ts';
import { message } from './message-words.ts';
import { romance } from './romance-words.ts';
import { search } from './search-words.ts';
import { storm } from './storm-words.ts';
import { unknown } from './unknown-words.ts';
import { world } from './world-words.ts';

export const arcs: readonly Arc[] = [
  message,
  homecoming,
  search,
  escape,
  friendship,
  romance,
  ambition,
  storm,
  haunting,
  unknown,
  farewell,
  world,
];
