/** Builds Gemini Omni's request for a clip. Tags in the prompt and their order assign roles to the pictures. */
import type { Interactions } from '@google/genai';
import { base64Of } from '#shared/bytes.ts';
import type { ClipRequest, Picture, SubmitWay } from './port.ts';
import { unwantedThings } from './unwanted-things.ts';

type CreateInteraction = Interactions.InteractionCreateParams.CreateModelInteractionParamsNonStreaming;
type Task = 'text_to_video' | 'image_to_video' | 'reference_to_video';

/** The body of `POST interactions`. Without `background`, the request stays open until the clip is ready. */
export function omniRequest(request: ClipRequest, way: SubmitWay): CreateInteraction {
  const { upstreamModel, durationSeconds, resolution, aspectRatio, extend } = request;
  return {
    model: upstreamModel,
    input: inputOf(request),
    ...(way === 'background' ? { background: true } : {}),
    store: true,
    response_format: {
      type: 'video',
      // An extension has the ratio of what it extends, and may not name one.
      ...(extend === null ? { aspect_ratio: aspectRatio } : {}),
      duration: `${durationSeconds}s`,
      resolution,
      delivery: 'uri',
    },
    // With an earlier interaction, the prompt decides the task, and naming one is refused.
    ...(extend === null
      ? { generation_config: { video_config: { task: taskOf(request) } } }
      : { previous_interaction_id: extend.upstreamId }),
  };
}

function inputOf(request: ClipRequest): CreateInteraction['input'] {
  const text = promptText(request);
  const pictures = picturesOf(request);
  if (pictures.length === 0) return text;
  return [
    ...pictures.map(({ bytes, contentType }) => ({
      type: 'image' as const,
      data: base64Of(bytes),
      mime_type: contentType,
    })),
    { type: 'text' as const, text },
  ];
}

/** First frame, last frame, references: the order that the tags count by. */
function picturesOf({ firstFrame, lastFrame, references }: ClipRequest): Picture[] {
  return [firstFrame, lastFrame, ...references.map(({ picture }) => picture)].filter((picture) => picture !== null);
}

function taskOf({ firstFrame, references }: ClipRequest): Task {
  if (firstFrame !== null) return 'image_to_video';
  return references.length > 0 ? 'reference_to_video' : 'text_to_video';
}

function promptText(request: ClipRequest): string {
  const { prompt, firstFrame, lastFrame, references, extend, durationSeconds } = request;
  const frames = [firstFrame === null ? '' : '<FIRST_FRAME>', lastFrame === null ? '' : '<LAST_FRAME>'];
  const start = extend === null ? '' : `Extend this video by ${durationSeconds} seconds, without a cut.`;
  const unwanted = unwantedThings(request.negativePrompt).join(', ');
  return [
    [...frames, start, prompt].filter(Boolean).join(' '),
    ...references.map(({ name }, index) =>
      name === '' ? `<IMAGE_REF_${index}> shows how things look.` : `<IMAGE_REF_${index}> shows ${name}.`,
    ),
    references.length > 0 ? 'Use these pictures as references, not as literal first frames.' : '',
    // There is no field for negative prompts.
    unwanted ? `No ${unwanted}.` : '',
  ]
    .filter(Boolean)
    .join('\n');
}
