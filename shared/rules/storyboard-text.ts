/** The storyboard as a plain text file. */
import { cameraAngles, moods } from '../catalogue/shot-words.ts';
import type { Project } from '../entities/project.ts';
import type { Scene } from '../entities/scene.ts';
import { formatDuration } from '../words/format.ts';
import { inPlayOrder } from './scene-order.ts';
import { playedSeconds, totalDuration } from './totals.ts';
import { storyboardFileWords as words } from './words.ts';

type Told = Pick<Project, 'title' | 'description' | 'targetLength' | 'genre' | 'aspectRatio'>;

/** A header about the movie, a block for each scene in play order, and the number of scenes. Lines end with a line feed. */
export function storyboardText(project: Told, rows: readonly Scene[]): string {
  const scenes = inPlayOrder(rows).filter((row) => !row.isExtension);
  return [
    underlined(words.heading, '='),
    line(words.title, project.title),
    line(words.description, project.description),
    line(words.targetLength, formatDuration(project.targetLength)),
    line(words.genre, project.genre),
    line(words.aspectRatio, project.aspectRatio),
    line(words.totalDuration, formatDuration(totalDuration(rows))),
    ...scenes.flatMap((scene) => ['', ...sceneBlock(scene, playedSeconds(scene, rows))]),
    '',
    line(words.totalScenes, String(scenes.length)),
    '',
  ].join('\n');
}

function sceneBlock(scene: Scene, seconds: number): string[] {
  const { cameraAngle, mood, lighting, movement } = scene.metadata;
  return [
    underlined(words.scene({ number: scene.sceneNumber, title: scene.title }), '-'),
    line(words.duration, formatDuration(seconds)),
    line(words.camera, cameraAngles.find(({ id }) => id === cameraAngle)?.label),
    line(words.mood, moods.find(({ id }) => id === mood)?.label),
    line(words.lighting, lighting),
    line(words.movement, movement),
    line(words.description, scene.description),
    line(words.videoPrompt, scene.prompt),
  ];
}

function underlined(heading: string, stroke: string): string {
  return `${heading}\n${stroke.repeat(Array.from(heading).length)}`;
}

function line(name: string, value: string | null | undefined): string {
  return `${name}: ${value?.trim() || words.notSet}`;
}
