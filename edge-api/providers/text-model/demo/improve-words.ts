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
  nl: {
    idea: [
      'Er is nog maar weinig tijd, en verder gelooft niemand dat het kan lukken.',
      'De enige hulp komt van wie die het minst verwacht, en heeft een prijs.',
      'Uiteindelijk wordt niet gevonden wat werd gezocht, maar iets dat meer waard is.',
    ],
    scene: 'Even beweegt er niets, en dan alles tegelijk.',
  },
  pl: {
    idea: [
      'Zostało bardzo mało czasu i nikt inny nie wierzy, że się uda.',
      'Pomoc przychodzi tylko od osoby, po której nikt się tego nie spodziewał, i ma swoją cenę.',
      'Na końcu znajduje się nie to, czego szukano, lecz coś cenniejszego.',
    ],
    scene: 'Przez chwilę nic się nie porusza, a potem wszystko naraz.',
  },
  ru: {
    idea: [
      'Времени почти не осталось, и больше никто не верит, что всё получится.',
      'Помощь приходит только от того, от кого её меньше всего ждали, и у неё есть цена.',
      'В конце находится не то, что искали, а нечто более ценное.',
    ],
    scene: 'На мгновение всё замирает, а потом разом приходит в движение.',
  },
  ar: {
    idea: [
      'لم يبقَ إلا القليل من الوقت، ولا يكاد أحد يصدّق أن ذلك ممكن.',
      'لا تأتي المساعدة إلا ممن لم يكن متوقعًا، ولها ثمن.',
      'وفي النهاية لا يُعثر على ما كان مطلوبًا، بل على ما هو أثمن منه.',
    ],
    scene: 'للحظة لا يتحرك شيء، ثم يتحرك كل شيء دفعة واحدة.',
  },
  ja: {
    idea: [
      '残された時間はわずかで、ほかには誰もできるとは思っていない。',
      '助けてくれるのは、いちばん思いがけない相手だけで、それには代償がある。',
      '最後に手に入るのは、探していたものではなく、それよりも大切なものだ。',
    ],
    scene: '一瞬、すべてが止まり、それから一斉に動き出す。',
  },
  zh: {
    idea: [
      '剩下的时间不多了，没有别人相信这能做到。',
      '唯一的帮助来自最意想不到的人，而且要付出代价。',
      '最后得到的不是当初要找的，而是更珍贵的东西。',
    ],
    scene: '一瞬间，一切都静止不动；接着，一切同时动了起来。',
  },
  ko: {
    idea: [
      '남은 시간은 거의 없고, 다른 누구도 해낼 수 있다고 믿지 않는다.',
      '도움의 손길은 가장 뜻밖의 사람에게서 오고, 거기에는 대가가 따른다.',
      '마지막에 얻는 것은 찾던 것이 아니라 그보다 더 소중한 것이다.',
    ],
    scene: '한순간 모든 것이 멈추고, 이내 모든 것이 한꺼번에 움직인다.',
  },
};
