// A dozen character portraits: busts in profile or from the front, modelled by the light of a mood.
import { paintBackdrop } from './portrait-backdrop.mjs';
import { drawBust } from './portrait-bust.mjs';

/** Plain data: `light` names the backdrop, `skin`, `hair` and `cloth` are [shade, lit] colours. */
export const portraits = [
  {
    id: 'harbour-captain',
    label: 'Captain with a peaked cap',
    light: 'night',
    skin: ['#5b3c34', '#d9a483'],
    hair: ['#4c5560', '#cfd6da'],
    cloth: ['#0c1626', '#2b4464'],
    head: 'captain',
    beard: 'full',
    collar: 'high',
  },
  {
    id: 'desert-traveller',
    label: 'Traveler in a headscarf',
    light: 'dawn',
    skin: ['#5a2f24', '#c98155'],
    hair: ['#1d1113', '#4a2a22'],
    cloth: ['#4d2530', '#c9764a'],
    head: 'headscarf',
    collar: 'wrap',
  },
  {
    id: 'forest-walker',
    label: 'Walker in a rain hood',
    light: 'rain',
    skin: ['#6b5145', '#e2b99c'],
    hair: ['#2a1a14', '#6b4330'],
    cloth: ['#5a1018', '#cf2f35'],
    head: 'hood',
    collar: 'zip',
  },
  {
    id: 'city-runner',
    label: 'Runner with a short cut',
    light: 'neon',
    skin: ['#3a1f3c', '#b8768f'],
    hair: ['#12081f', '#3d1f5a'],
    cloth: ['#130c28', '#3a2370'],
    head: 'undercut',
    collar: 'high',
    extra: 'headphones',
  },
  {
    id: 'mountain-climber',
    label: 'Climber with goggles',
    light: 'snow',
    skin: ['#8a5a48', '#f0bb98'],
    hair: ['#5a3218', '#c98a4a'],
    cloth: ['#163a5c', '#3f86bd'],
    head: 'beanie',
    collar: 'fur',
    extra: 'goggles',
  },
  {
    id: 'deep-diver',
    label: 'Diver with a brass helmet',
    light: 'sea',
    skin: ['#1f3f4c', '#7fb0b0'],
    hair: ['#0a2030', '#23506a'],
    cloth: ['#0a2a3c', '#2d6d80'],
    head: 'helmet',
    collar: 'ring',
  },
  {
    id: 'old-scholar',
    label: 'Scholar with a long beard',
    light: 'dawn',
    skin: ['#7a4534', '#e0a27a'],
    hair: ['#8d7f86', '#f3e6d8'],
    cloth: ['#2b1a34', '#6a3f62'],
    head: 'swept',
    beard: 'long',
    collar: 'robe',
    extra: 'glasses',
  },
  {
    id: 'young-inventor',
    label: 'Inventor with curls',
    light: 'neon',
    skin: ['#32182c', '#9a5a62'],
    hair: ['#150a16', '#5a2c4c'],
    cloth: ['#173048', '#3fa0b8'],
    head: 'afro',
    collar: 'zip',
  },
  {
    id: 'night-detective',
    label: 'Detective in a brimmed hat',
    light: 'night',
    skin: ['#3a3640', '#b59a90'],
    hair: ['#10141e', '#333c4c'],
    cloth: ['#1a1c24', '#5a5450'],
    head: 'fedora',
    collar: 'trench',
  },
  {
    id: 'village-girl',
    label: 'Girl with a braid',
    light: 'rain',
    skin: ['#7d5848', '#f0c4a6'],
    hair: ['#5a2a14', '#c86a34'],
    cloth: ['#23402f', '#5f8f68'],
    head: 'braid',
    collar: 'round',
    small: true,
  },
  {
    id: 'snow-queen',
    label: 'Queen with a crown of ice',
    light: 'snow',
    skin: ['#8a8fb4', '#f4e4e6'],
    hair: ['#9aa6cc', '#ffffff'],
    cloth: ['#33477c', '#9db8e6'],
    head: 'crown',
    collar: 'fur',
  },
  {
    id: 'star-pilot',
    label: 'Pilot with a bun',
    light: 'sea',
    skin: ['#33261f', '#8a6248'],
    hair: ['#0b1016', '#2c3a44'],
    cloth: ['#3a2413', '#c8803a'],
    head: 'bun',
    collar: 'high',
    extra: 'scarf',
  },
];

/** Draws the portrait with that id; the stage is 3:4. */
export function createPortrait(stage, id) {
  const portrait = portraits.find((candidate) => candidate.id === id);
  if (!portrait) throw new Error(`No portrait ${id}`);
  return (ctx) => {
    const light = paintBackdrop(ctx, stage, portrait.light);
    drawBust(ctx, stage, portrait, light);
  };
}
