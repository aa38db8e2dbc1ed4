/** Prints the demo studio's stories scene by scene, with the picture and the mood of each. */
import { improveIdeaByRules } from '#edge-api/providers/text-model/demo/improve.ts';
import { pictures } from '#edge-api/providers/text-model/demo/picture-words.ts';
import { demoIdeas } from '#tests/helpers/demo-ideas/ideas.ts';
import { demoMovie, ideaRequest } from '#tests/helpers/demo-ideas/demo-movie.ts';

const SHOWN_LENGTH = 200;

export function printStories(targetSeconds: number): void {
  for (const idea of demoIdeas) {
    const { title, description } = idea;
    console.log(`\n${title}: ${description.slice(0, SHOWN_LENGTH)}`);
    console.log(`  improved: …${improveIdeaByRules(ideaRequest(idea)).slice(description.trim().length)}`);
    demoMovie(idea, targetSeconds).forEach((scene, index) => {
      const shown = pictures.find(({ seen }) => seen.some(([line]) => scene.description.startsWith(line)));
      const facts = [`${scene.seconds} s`, shown?.id, scene.metadata.mood].join(', ');
      console.log(`  ${index + 1}. ${scene.title} (${facts}): ${scene.description}`);
    });
  }
}
