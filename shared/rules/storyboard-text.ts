/** The storyboard as a plain text file. */
import { cameraAngles, moods } from '../catalogue/shot-words.ts';
import type { Project } from '../entities/project.ts';
import type { Scene } from '../entities/scene.ts';
import { formatDuration } from './duration-text.ts';
import { inPlayOrder } from './scene-order.ts';
import { playedSeconds, totalDuration } from './totals.ts';

type Told = Pick<Project, 'title' | 'description' | 'targetLength' | 'genre' | 'aspectRatio'>;

/** What the movie is, then a block for each scene in play order, then how many there are. Lines end with a line feed. */
export function storyboardText(project: Told, rows: readonly Scene[]): string {
  const scenes = inPlayOrder(rows).filter((row) => !row.isExtension);
  return [
    underlined('Storyboard', '='),
    line('Title', project.title),
    line('Description', project.description),
    line('Target length', formatDuration(project.targetLength)),
    line('Genre', project.genre),
    line('Aspect ratio', project.aspectRatio),
    line('Total duration', formatDuration(totalDuration(rows))),
    ...scenes.flatMap((scene) => ['', ...sceneBlock(scene, playedSeconds(scene, rows))]),
    '',
    line('Total scenes', String(scenes.length)),
    '',
  ].join('\n');
}

function sceneBlock(scene: Scene, seconds: number): string[] {
  const { cameraAngle, mood, lighting, movement } = scene.metadata;
  return [
    underlined(`Scene ${scene.sceneNumber}: ${scene.title}`, '-'),
    line('Duration', formatDuration(seconds)),
    line('Camera', cameraAngles.find(({ id }) => id === cameraAngle)?.label),
    line('Mood', moods.find(({ id }) => id === mood)?.label),
    line('Lighting', lighting),
    line('Movement', movement),
    line('Description', scene.description),
    line('Video prompt', scene.prompt),
  ];
}

function underlined(heading: string, stroke: string): string {
  return `${heading}\n${stroke.repeat(Array.from(heading).length)}`;
}

function line(name: string, value: string | null | undefined): string {
  return `${name}: ${value?.trim() || 'Not set'}`;
}
