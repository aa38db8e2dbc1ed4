/** Builds Veo's request for a clip. */
import {
  VideoGenerationReferenceType,
  type GenerateVideosConfig,
  type GenerateVideosParameters,
  type Image,
} from '@google/genai';
import { API_VERSION } from '../gemini/client.ts';
import { base64Of } from '#shared/bytes.ts';
import type { ClipRequest, Picture } from './port.ts';
import { unwantedThings } from './unwanted-things.ts';

/** Whom the clip may show. The pictures sent with it and the country decide which value is allowed. */
export type People = 'allow_all' | 'allow_adult';

/** What the model requires, unless the country forbids it. */
export function usualPeople({ firstFrame, references }: ClipRequest): People {
  return firstFrame === null && references.length === 0 ? 'allow_all' : 'allow_adult';
}

/** @param baseUrl without a slash at the end */
export function veoRequest(request: ClipRequest, people: People, baseUrl: string): GenerateVideosParameters {
  const { upstreamModel, prompt, firstFrame, extend } = request;
  return {
    model: upstreamModel,
    source: {
      prompt,
      ...(firstFrame === null ? {} : { image: imageOf(firstFrame) }),
      ...(extend === null
        ? {}
        : {
            video: {
              uri: `${baseUrl}/${API_VERSION}/files/${encodeURIComponent(extend.fileId)}:download?alt=media`,
              mimeType: 'video/mp4',
            },
          }),
    },
    config: configOf(request, people),
  };
}

function configOf(request: ClipRequest, people: People): GenerateVideosConfig {
  const { durationSeconds, aspectRatio, resolution, lastFrame, references, extend } = request;
  const unwanted = unwantedThings(request.negativePrompt).join(', ');
  return {
    numberOfVideos: 1,
    resolution,
    personGeneration: people,
    // An extension has a fixed length and the ratio of what it extends.
    ...(extend === null ? { durationSeconds, aspectRatio } : {}),
    ...(unwanted ? { negativePrompt: unwanted } : {}),
    ...(lastFrame === null ? {} : { lastFrame: imageOf(lastFrame) }),
    ...(references.length === 0
      ? {}
      : {
          referenceImages: references.map(({ picture }) => ({
            image: imageOf(picture),
            referenceType: VideoGenerationReferenceType.ASSET,
          })),
        }),
  };
}

function imageOf({ bytes, contentType }: Picture): Image {
  return { imageBytes: base64Of(bytes), mimeType: contentType };
}
