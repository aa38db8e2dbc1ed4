/** What the demo studio's Improve adds to a scene, and to ideas that are not in English. */
import type { Mood } from '#shared/catalogue/shot-words.ts';
import type { IdeaLanguage } from './idea-text.ts';

/** A moment that suits any place. */
export const momentOfMood: Readonly<Record<Mood, string>> = {
  calm: 'Nobody is in a hurry, and nothing needs to be said.',
  tense: 'Something is about to happen, and even the air seems to know it.',
  joyful: 'Laughter comes from somewhere just out of sight.',
  melancholic: 'The moment passes, and it is clear that it won’t come back.',
  mysterious: 'One thing is out of place, and it takes a while to see which.',
  romantic: 'Two glances meet, part, and meet again.',
  epic: 'All at once, everything seems larger than a moment ago.',
  eerie: 'It is a little too quiet, and then not quite quiet enough.',
  playful: 'Something small goes wrong, and nobody minds.',
  hopeful: 'A first small sign says that this may turn out well.',
  lonely: 'There is room for someone else, and nobody comes.',
  angry: 'A fist closes, opens, and closes again.',
};

type Translated = { idea: readonly [string, string, string]; scene: string };

/** The situation, what stands in the way, and the end, in words that need none of the idea's own. */
export const translated: Readonly<Partial<Record<IdeaLanguage, Translated>>> = {
  es: {
    idea: [
      'Queda muy poco tiempo, y nadie más cree que se pueda lograr.',
      'La única ayuda llega de quien menos se esperaba, y tiene un precio.',
      'Al final no se consigue lo que se buscaba, sino algo que vale más.',
    ],
    scene: 'Por un instante no se mueve nada; después, todo a la vez.',
  },
  fr: {
    idea: [
      'Il reste très peu de temps, et personne d’autre n’y croit.',
      'La seule aide vient de la personne la plus inattendue, et elle a un prix.',
      'À la fin, on ne trouve pas ce que l’on cherchait, mais quelque chose de plus précieux.',
    ],
    scene: 'Un instant, rien ne bouge ; puis tout bouge à la fois.',
  },
  de: {
    idea: [
      'Es bleibt kaum noch Zeit, und sonst glaubt niemand daran.',
      'Hilfe kommt nur von jemandem, von dem man sie am wenigsten erwartet hätte, und sie hat ihren Preis.',
      'Am Ende findet sich nicht das, was gesucht wurde, sondern etwas, das mehr wert ist.',
    ],
    scene: 'Einen Augenblick lang bewegt sich nichts, dann alles auf einmal.',
  },
  it: {
    idea: [
      'Resta pochissimo tempo, e nessun altro ci crede.',
      'L’unico aiuto arriva da chi meno ci si aspettava, e ha un prezzo.',
      'Alla fine non si trova ciò che si cercava, ma qualcosa che vale di più.',
    ],
    scene: 'Per un istante non si muove nulla; poi, tutto insieme.',
  },
  pt: {
    idea: [
      'Resta muito pouco tempo, e mais ninguém acredita que seja possível.',
      'A única ajuda vem de quem menos se esperava, e tem um preço.',
      'No fim, não se encontra o que se procurava, mas algo que vale mais.',
    ],
    scene: 'Por um instante nada se move; depois, tudo ao mesmo tempo.',
  },
};
