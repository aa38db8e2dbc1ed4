/** What the demo studio makes of sixty ideas of different kinds, at three lengths. */
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { arcs } from '#edge-api/providers/text-model/demo/arcs/all-arcs.ts';
import { chooseStory } from '#edge-api/providers/text-model/demo/choose-story.ts';
import { languageOf, sentencesOf, storyOf } from '#edge-api/providers/text-model/demo/idea-text.ts';
import { genresByRules } from '#edge-api/providers/text-model/demo/genres.ts';
import { improveIdeaByRules, improveSceneByRules } from '#edge-api/providers/text-model/demo/improve.ts';
import { heroNouns, irregularPlurals } from '#edge-api/providers/text-model/demo/noun-words.ts';
import { pictures } from '#edge-api/providers/text-model/demo/picture-words.ts';
import type { BreakdownScene } from '#edge-api/providers/text-model/port.ts';
import { chooseMaster } from '#edge-api/providers/video-model/demo/choose-master.ts';
import { readManifest, type MasterManifest } from '#edge-api/providers/video-model/demo/master-files.ts';
import { mastersOnDisk } from '#edge-api/providers/video-model/demo/masters-on-disk.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import { limits } from '#shared/limits.ts';
import { breakdownLengths, breakdownParts } from '#shared/rules/breakdown-lengths.ts';
import { demoMovie, ideaRequest } from '#tests/helpers/demo-ideas/demo-movie.ts';
import { demoIdeas, type DemoIdea } from '#tests/helpers/demo-ideas/ideas.ts';

let manifest: MasterManifest;
beforeAll(async () => {
  const folder = fileURLToPath(new URL('../../../edge-api/demo-masters/', import.meta.url));
  manifest = await readManifest(mastersOnDisk(folder));
});

function movieOf(idea: DemoIdea, targetSeconds: number): BreakdownScene[] {
  const key = `${idea.title} ${targetSeconds}`;
  const known = movies.get(key) ?? demoMovie(idea, targetSeconds);
  movies.set(key, known);
  return known;
}

const movies = new Map<string, BreakdownScene[]>();

const moodsOf = (scenes: readonly BreakdownScene[]): string[] =>
  scenes.map(({ prompt }) => chooseMaster(manifest, { prompt, ratio: '16:9', resolution: '720p' }).moodId);

const isEnglish = ({ description }: DemoIdea): boolean => languageOf(description) === 'en';

it('there are sixty ideas, some of one word, some of 5,000 characters, some not in English', () => {
  expect(demoIdeas).toHaveLength(60);
  expect(demoIdeas.filter(({ description }) => !description.includes(' ')).length).toBeGreaterThanOrEqual(4);
  expect(demoIdeas.filter(({ description }) => description.length > 4_900).length).toBeGreaterThanOrEqual(4);
  expect(demoIdeas.filter((idea) => !isEnglish(idea)).map(({ title }) => title)).toEqual([
    ...['Le phare', 'Der Leuchtturm', 'El último tren', 'A viagem', 'La panettiera'],
    ...['灯台', 'Маяк', 'منارة', 'Latarnik', '등대'],
  ]);
});

describe.each(demoIdeas.map((idea) => [idea.title, idea] as const))('the idea “%s”', (_, idea) => {
  it.each([30, 120, 600])('becomes a movie of %i seconds whose scenes all differ', (target) => {
    const scenes = movieOf(idea, target);
    const plan = breakdownParts(target).flatMap((seconds) => breakdownLengths(seconds, modelRow('veo-3.1')));
    expect(scenes.map(({ seconds }) => seconds)).toEqual(plan);
    expect(new Set(scenes.map(({ description }) => description)).size).toBe(scenes.length);
    // The second sentence differs too: it isn't one story line over many pictures.
    expect(new Set(scenes.map(({ title }) => title)).size).toBe(scenes.length);
  });

  it.each([30, 120, 600])('at %i seconds shows a picture again only after two others', (target) => {
    const moods = moodsOf(movieOf(idea, target));
    moods.forEach((mood, index) => expect(moods.slice(Math.max(0, index - 2), index)).not.toContain(mood));
  });

  it.each([30, 120, 600])('at %i seconds says in every scene what its picture shows', (target) => {
    const scenes = movieOf(idea, target);
    const seen = scenes.map(({ description }) => {
      return pictures.find((picture) => picture.seen.some(([line]) => description.startsWith(line)))?.id;
    });
    expect(moodsOf(scenes)).toEqual(seen);
  });

  it.each([30, 120, 600])('at %i seconds has finished sentences, short titles, and nothing of its style', (target) => {
    const style = sentencesOf(idea.description).filter((sentence) => storyOf(sentence) === '');
    for (const { title, description } of movieOf(idea, target)) {
      expect(title.length).toBeLessThanOrEqual(60);
      expect(`${title} ${description}`).not.toMatch(/[{}()|]|\bundefined\b|\b(the|a|an) (the|a|an)\b| {2}/i);
      expect(title).toMatch(/^\p{Lu}/u);
      for (const sentence of sentencesOf(description)) expect(sentence).toMatch(/^[“”]?\s?\p{Lu}.*[.!?]$/u);
      for (const sentence of style) expect(description).not.toContain(sentence);
    }
  });

  it('improves to a better idea, and only once', () => {
    const improved = improveIdeaByRules(ideaRequest(idea));
    expect(improved.startsWith(idea.description.trim())).toBe(true);
    expect(improved.length).toBeLessThanOrEqual(limits.descriptionLength);
    const added = improved.slice(idea.description.trim().length);
    const told = sentencesOf(added).filter((sentence) => sentence !== '.');
    expect(storyOf(added)).toBe(told.join(' '));
    expect(improveIdeaByRules({ ...ideaRequest(idea), description: improved })).toBe(improved);
    // Where the idea is as long as it may be, nothing fits.
    expect(added === '' && idea.description.length < limits.descriptionLength - 200).toBe(false);
  });

  it('has scenes that improve to better scenes at the same place, and only once', () => {
    const scenes = movieOf(idea, 30);
    const better = scenes.map((scene) => {
      const request = { ...scene, movieTitle: idea.title, genreLabels: [], characters: [] };
      const words = improveSceneByRules(request);
      expect(words.description.startsWith(scene.description)).toBe(true);
      expect(words.description).not.toBe(scene.description);
      expect(improveSceneByRules({ ...request, ...words })).toEqual(words);
      return { ...scene, ...words };
    });
    expect(moodsOf(better)).toEqual(moodsOf(scenes));
  });
});

it('short movies leave the earth and dive only where the idea does', () => {
  const remote = (description: string) =>
    moodsOf(movieOf({ title: description, description, genres: ['drama'] }, 30)).filter((mood) =>
      mood.startsWith('deep-'),
    );
  expect(remote('Two sisters inherit a bakery.')).toEqual([]);
  expect(remote('Three thieves plan a heist on New Year’s Eve.')).toEqual([]);
  expect(remote('Loneliness')).toEqual([]);
  expect(remote('An astronaut is late.')).toContain('deep-space');
  expect(remote('A whale is late.')).toContain('deep-sea');
});

it('what Improve adds to a quiet idea makes no war of it', () => {
  const idea = 'An old baker teaches a lost robot to bake bread.';
  const description = improveIdeaByRules(ideaRequest({ title: 'Bread', description: idea, genres: ['family'] }));
  expect(description).toContain('in front of everyone');
  expect(genresByRules(description)).toEqual(['scifi']);
});

it('ideas in other languages lend no words to sentences in English', () => {
  for (const idea of demoIdeas.filter((one) => !isEnglish(one))) {
    for (const { title, description } of movieOf(idea, 120))
      expect(`${title} ${description}`).not.toMatch(/[^\p{Script=Latin}\p{Script=Common}]/u);
  }
});

describe('the nouns of an idea', () => {
  const cast = (description: string) => {
    const { hero, place, thing, isPlural } = chooseStory({ title: null, description, genreLabels: [] }).cast;
    return { hero, place, thing, isPlural };
  };

  it.each([
    ['A lighthouse keeper finds a letter.', { hero: 'the keeper', place: 'the lighthouse', thing: 'the letter' }],
    ['Two sisters inherit a bakery.', { hero: 'the sisters', place: 'the bakery', isPlural: true }],
    ['Anna and Tom meet on a train to Paris.', { hero: 'Anna and Tom', place: 'Paris', isPlural: true }],
    ['Kestrel, a retired pilot, steals a map.', { hero: 'Kestrel', thing: 'the map', isPlural: false }],
    ['A girl named Zuleika sails to an island.', { hero: 'Zuleika', place: 'the island' }],
    ['Captain Vane sells his ship.', { hero: 'Captain Vane', thing: 'the ship' }],
    ['Three thieves rob a museum.', { hero: 'the thieves', place: 'the museum', isPlural: true }],
  ])('are found: %s', (description, nouns) => {
    expect(cast(description)).toMatchObject(nouns);
  });

  it('are not those of sentences about style', () => {
    expect(cast('A photographer waits. The camera moves slowly over an old piano.').thing).not.toContain('piano');
  });

  it('are never somebody else’s in the same breath', () => {
    const heroes = [...heroNouns, ...Object.keys(irregularPlurals), ...arcs.map(({ nouns }) => nouns.hero.slice(4))];
    const anybody = new RegExp(String.raw`\b(?:${heroes.join('|')})s?\b`, 'i');
    const beats = arcs.flatMap(({ opening, middle, ending }) => [...opening, ...middle, ...ending]);
    const lines = beats.map(([, line]) => line).filter((line) => line.includes('{hero}'));
    expect(lines.filter((line) => anybody.test(line.replaceAll('{hero}', '')))).toEqual([]);
  });

  it('carry the story: who is in the idea is in most scenes, in the right number', () => {
    const scenes = movieOf({ title: 'Bread', description: 'Two sisters inherit a bakery.', genres: ['family'] }, 120);
    const told = scenes.map(({ description }) => description).filter((text) => /the sisters/i.test(text));
    expect(told.length).toBeGreaterThan(scenes.length / 2);
    for (const text of told) expect(text).not.toMatch(/the sisters (is|has|was|\w+[^s]s)\b/i);
  });
});

it('a mark that makes clips fail stays at its place in the movie', () => {
  const marked = (description: string, seconds: number) =>
    movieOf({ title: description, description, genres: ['drama'] }, seconds).flatMap(({ prompt }, index) =>
      /\[(?:fail|lose)\]/.test(prompt) ? [index + 1] : [],
    );
  expect(marked('Two rowers cross a strait. [fail]', 30)).toEqual([3]);
  expect(marked('[lose] Two rowers cross a strait. They arrive.', 30)).toEqual([1]);
  expect(marked('One. Two. Three. Four [fail]. Five.', 600)).toEqual([46]);
  expect(marked('Two rowers cross a strait.', 30)).toEqual([]);
});

describe('the language of an idea', () => {
  it.each([
    ['A café in Paris, at night.', 'en'],
    ['lone wolf neon city rooftops midnight', 'en'],
    ['🚀', 'en'],
    ['Boy met girl', 'en'],
    ['Do robots dream?', 'en'],
    ['Generation Z', 'en'],
    ['Ein Mann sucht seine Katze in der Stadt.', 'de'],
    ['Une fille cherche son chat dans la ville.', 'fr'],
    ['Una chica busca su gato en la ciudad.', 'es'],
    ['Een man zoekt zijn kat in het dorp.', 'nl'],
    ['Mężczyzna szuka swojego kota w mieście i nie śpi.', 'pl'],
    ['Мужчина ищет свою кошку, которая ушла вчера. Он ждёт.', 'ru'],
    ['Чоловік шукає свою кішку в місті.', 'other'],
    ['رجل يبحث عن قطته في المدينة.', 'ar'],
    ['مردی در شهر به دنبال گربه‌اش می‌گردد.', 'other'],
    ['猫を探す男', 'ja'],
    ['一个男人在城里找他的猫。', 'zh'],
    ['一個男人在城裡找他的貓。', 'other'],
    ['한 남자가 고양이를 찾는다.', 'ko'],
    ['En man letar efter sin katt och hittar det som han glömt.', 'other'],
  ])('is guessed: %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
