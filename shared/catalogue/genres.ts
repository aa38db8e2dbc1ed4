/** The thirty genres: what each is, and the words by which people look for it. */
import { z } from 'zod';

export type Genre = { id: string; label: string; description: string; keywords: readonly string[] };

export const genres = [
  { id: 'action', label: 'Action', description: 'Chases, fights and stunts that keep moving.', keywords: ['fight', 'chase', 'stunt', 'explosion', 'hero', 'combat', 'martial arts'] },
  { id: 'adventure', label: 'Adventure', description: 'A journey into the unknown, with something to find.', keywords: ['journey', 'quest', 'treasure', 'explorer', 'expedition', 'island', 'voyage'] },
  { id: 'comedy', label: 'Comedy', description: 'Made to be laughed at, from dry to slapstick.', keywords: ['funny', 'humor', 'humour', 'joke', 'satire', 'parody', 'slapstick', 'laugh'] },
  { id: 'drama', label: 'Drama', description: 'People, choices and what they cost.', keywords: ['emotional', 'serious', 'relationship', 'conflict', 'tragedy', 'character'] },
  { id: 'fantasy', label: 'Fantasy', description: 'Magic, myth and worlds with rules of their own.', keywords: ['magic', 'wizard', 'dragon', 'elf', 'myth', 'kingdom', 'fairy tale', 'spell'] },
  { id: 'horror', label: 'Horror', description: 'Dread, monsters and things in the dark.', keywords: ['scary', 'monster', 'fear', 'haunted', 'zombie', 'nightmare', 'gore', 'slasher'] },
  { id: 'mystery', label: 'Mystery', description: 'A question that the story withholds until the end.', keywords: ['detective', 'clue', 'puzzle', 'secret', 'whodunit', 'investigation', 'missing'] },
  { id: 'romance', label: 'Romance', description: 'Two people and what draws them together.', keywords: ['love', 'couple', 'wedding', 'date', 'kiss', 'heartbreak', 'passion'] },
  { id: 'scifi', label: 'Sci-Fi', description: 'Tomorrow, other planets, machines that think.', keywords: ['science fiction', 'space', 'robot', 'alien', 'future', 'cyberpunk', 'spaceship', 'time travel', 'ai'] },
  { id: 'thriller', label: 'Thriller', description: 'Tension that tightens with every scene.', keywords: ['suspense', 'tension', 'spy', 'conspiracy', 'danger', 'hostage', 'stalker'] },
  { id: 'documentary', label: 'Documentary', description: 'The real world, watched closely and explained.', keywords: ['real', 'facts', 'interview', 'reportage', 'true story', 'journalism'] },
  { id: 'animation', label: 'Animation', description: 'Drawn, modelled or stop-motion instead of filmed.', keywords: ['cartoon', 'anime', 'stop motion', 'claymation', '3d', 'drawn', 'puppet'] },
  { id: 'musical', label: 'Musical', description: 'The story sings and dances.', keywords: ['song', 'dance', 'singing', 'stage', 'choreography', 'music video', 'band'] },
  { id: 'family', label: 'Family', description: 'For grown-ups and children on the same sofa.', keywords: ['kids', 'children', 'wholesome', 'parents', 'pet', 'friendship', 'bedtime'] },
  { id: 'crime', label: 'Crime', description: 'Heists, gangs and the people who hunt them.', keywords: ['heist', 'gangster', 'police', 'murder', 'robbery', 'mafia', 'courtroom'] },
  { id: 'war', label: 'War', description: 'Soldiers and civilians in the middle of a conflict.', keywords: ['battle', 'soldier', 'army', 'military', 'front', 'trench', 'resistance'] },
  { id: 'western', label: 'Western', description: 'Frontier towns, dust and long silences.', keywords: ['cowboy', 'sheriff', 'frontier', 'saloon', 'duel', 'outlaw', 'desert', 'horse'] },
  { id: 'noir', label: 'Noir', description: 'Hard shadows, wet streets, nobody innocent.', keywords: ['film noir', 'black and white', 'shadow', 'private eye', 'femme fatale', 'neo-noir', 'rain'] },
  { id: 'biography', label: 'Biography', description: 'One life, told through the moments that shaped it.', keywords: ['biopic', 'life story', 'portrait', 'memoir', 'famous', 'person'] },
  { id: 'history', label: 'History', description: 'A past age, with its clothes, tools and manners.', keywords: ['historical', 'period', 'ancient', 'medieval', 'century', 'costume', 'empire', 'rome'] },
  { id: 'sports', label: 'Sports', description: 'Training, rivals and the last minute of the match.', keywords: ['football', 'boxing', 'running', 'team', 'match', 'training', 'champion', 'race'] },
  { id: 'supernatural', label: 'Supernatural', description: 'Ghosts, signs and forces that nobody can explain.', keywords: ['ghost', 'spirit', 'vampire', 'witch', 'paranormal', 'angel', 'demon', 'curse'] },
  { id: 'disaster', label: 'Disaster', description: 'Storms, quakes, collapse, and those who get through.', keywords: ['earthquake', 'flood', 'storm', 'volcano', 'tsunami', 'apocalypse', 'survival', 'fire'] },
  { id: 'political', label: 'Political', description: 'Power: who has it, who wants it, what it does.', keywords: ['politics', 'election', 'president', 'government', 'campaign', 'protest', 'revolution'] },
  { id: 'comingofage', label: 'Coming-of-Age', description: 'Growing up, with everything that goes wrong in it.', keywords: ['teen', 'school', 'youth', 'growing up', 'first love', 'summer', 'adolescence'] },
  { id: 'educational', label: 'Educational', description: 'Something explained so that it stays.', keywords: ['lesson', 'explain', 'tutorial', 'how to', 'science', 'learn', 'classroom'] },
  { id: 'religious', label: 'Religious', description: 'Faith, doubt, ritual and sacred stories.', keywords: ['faith', 'church', 'temple', 'prayer', 'bible', 'spiritual', 'pilgrim', 'monk'] },
  { id: 'nature', label: 'Nature', description: 'Animals, landscapes and seasons, without people.', keywords: ['wildlife', 'animal', 'forest', 'ocean', 'mountain', 'landscape', 'season', 'bird'] },
  { id: 'experimental', label: 'Experimental', description: 'Form before story: pattern, collage, abstraction.', keywords: ['abstract', 'avant-garde', 'surreal', 'art film', 'collage', 'dream', 'visual poem'] },
  { id: 'travel', label: 'Travel', description: 'Places, and what it is like to be there.', keywords: ['city', 'tourism', 'road trip', 'culture', 'vlog', 'backpacking', 'food', 'train'] },
] as const satisfies readonly Genre[];

export type GenreId = (typeof genres)[number]['id'];

export const genreIds = genres.map((genre) => genre.id) as [GenreId, ...GenreId[]];
export const genreIdSchema = z.enum(genreIds);

/** The labels of some genres in their given order, joined by ", ". */
export function genreLabels(ids: readonly GenreId[]): string {
  return ids.map((id) => genres.find((genre) => genre.id === id)?.label ?? id).join(', ');
}

/** Genres whose label, description or search words contain every word of the query; all for an empty one. */
export function searchGenres(query: string): readonly Genre[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return genres.filter((genre) => {
    const text = [genre.label, genre.description, ...genre.keywords].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
