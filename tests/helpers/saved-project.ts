/** Random projects as .storyreel files, the same for the same seed. */
import { createHash } from 'node:crypto';
import { zipOf } from '#editor/project-file.ts';
import { storyreelDocumentSchema, type StoryreelDocument } from '#shared/storyreel-file/document.ts';
import { audioPiece, completeScene, projectRow, sceneRow, testId } from './rows.ts';
import { randomFrom } from './seeded-random.ts';

export type SavedProject = { document: StoryreelDocument; clips: Map<string, Uint8Array<ArrayBuffer>>; zip: Blob };

const LETTERS = 'aé漢🎬"\\\n z';

export async function randomSavedProject(seed: number): Promise<SavedProject> {
  const random = randomFrom(seed);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const text = (most: number): string =>
    Array.from({ length: 1 + upTo(most - 1) }, () => [...LETTERS][upTo(LETTERS.length - 3)] ?? 'x').join('');
  const clips = new Map<string, Uint8Array<ArrayBuffer>>();
  const clip = (): string => {
    const bytes = Uint8Array.from({ length: upTo(3_000) }, () => upTo(255));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    clips.set(sha256, bytes);
    return sha256;
  };
  const pictures = new Set<string>();
  const picture = (): string => {
    const sha256 = clip();
    pictures.add(sha256);
    return sha256;
  };
  const scenes = Array.from({ length: upTo(6) }, (_, index) => {
    const words = { title: text(40), description: text(300), prompt: text(300) };
    const referencePictures = random() < 0.2 ? [{ picture: picture(), shows: text(20) }] : [];
    const more = { ...words, referencePictures };
    return random() < 0.3 ? sceneRow(index + 1, more) : completeScene(index + 1, { ...more, sha256: clip() });
  });
  const [first] = scenes;
  const takes = first && random() < 0.5 ? [takeOf(first, clip())] : [];
  const music = clip();
  const hasMusic = random() < 0.3;
  const document = storyreelDocumentSchema.parse({
    format: 'storyreel',
    version: 1,
    savedAt: Date.UTC(2026, 10, 1) + upTo(1_000_000),
    app: '0.1.0',
    project: projectRow({
      title: text(60),
      description: text(900),
      audio: hasMusic ? [audioPiece({ mediaId: music })] : [],
    }),
    scenes,
    takes,
    fonts: ['Noto Sans'],
    receipts: random() < 0.3 ? [{ fileName: 'movie.mp4', endedAt: 5, receipt: text(200) }] : [],
    ledger: [],
    files: [],
    missing: [],
  });
  if (!hasMusic) clips.delete(music);
  document.files = [...clips].map(([sha256, { length: sizeBytes }]) => ({
    kind: sha256 === music ? 'sound' : pictures.has(sha256) ? 'picture' : 'clip',
    sha256,
    sizeBytes,
  }));
  return { document, clips, zip: await zipped(document, clips) };
}

/** The file that a document and its clips make. */
export function zipped(document: StoryreelDocument, clips: ReadonlyMap<string, BlobPart>): Promise<Blob> {
  const read = (sha256: string): Blob => new Blob([clips.get(sha256) ?? '']);
  return new Response(zipOf(document, read)).blob();
}

function takeOf(present: ReturnType<typeof sceneRow>, sha256: string) {
  const scene = completeScene(present.sceneNumber, { id: present.id, sha256 });
  return { sceneId: present.id, scene, extensions: [], replacedAt: Number.parseInt(testId(1).slice(0, 8), 16) };
}
