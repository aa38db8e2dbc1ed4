/** The sample project as the public player shows it: without a server, from the files beside the web app. */
import type { ShowcaseProject } from '../api/showcase.ts';
import { genreLabels } from '../catalogue/genres.ts';
import { modelRow } from '../catalogue/models.ts';
import { totalDuration } from '../rules/totals.ts';
import { SAMPLE_FPS, SAMPLE_SIZE, sampleClips, sampleFiles } from './sample-clips.ts';
import { sampleAudio, sampleProject, sampleSceneList } from './sample-project.ts';
import { sampleWords } from './sample-words.ts';

/** When the sample was made. */
const MADE_AT = Date.UTC(2026, 10, 22);
const PROJECT_ID = '019a0000-0000-7000-8000-000000000000';

const scenes: ShowcaseProject['scenes'] = sampleSceneList.map(({ clip, ...scene }, index) => {
  const facts = sampleClips.find(({ name }) => name === clip);
  const files = sampleFiles(clip);
  return {
    ...scene,
    id: `019a0000-0000-7000-8000-00000000000${index + 1}`,
    projectId: PROJECT_ID,
    sceneNumber: index + 1,
    resolution: modelRow(sampleProject.model).defaultResolution,
    status: 'complete',
    videoUrl: files.clip,
    thumbnailUrl: files.first,
    isExtension: false,
    parentSceneId: null,
    extensionIndex: null,
    trimStart: null,
    sha256: facts?.sha256 ?? null,
    mediaBytes: facts?.sizeBytes ?? null,
    ...SAMPLE_SIZE,
    fps: SAMPLE_FPS,
    frameCount: scene.duration * SAMPLE_FPS.num,
    hasAudio: true,
    isDemo: true,
    gainDb: 0,
    muted: false,
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
  };
});

const { takes: _, ...audio } = sampleAudio('019a0000-0000-7000-8000-000000000006');

export const publicSample: ShowcaseProject = {
  project: {
    id: PROJECT_ID,
    title: sampleProject.title,
    description: sampleProject.description,
    genre: genreLabels(sampleProject.genres),
    aspectRatio: sampleProject.aspectRatio,
    totalDuration: totalDuration(scenes),
    sceneCount: scenes.length,
    posterUrl: sampleFiles('harbour-night').first,
    isDemo: true,
    isIndexable: false,
    levelling: false,
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
    user: { ...sampleWords.author, profileImageUrl: null },
  },
  scenes,
  audio: [audio],
};
