/** Which studio a key opens: the built-in demo studio for its reserved key, else the provider. */
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { metered, type Meters } from './meters.ts';
import type { GeminiAccess } from './providers/gemini/client.ts';
import { withoutKey } from './providers/gemini/without-key.ts';
import { demoImageModel } from './providers/image-model/demo.ts';
import { geminiImageModel } from './providers/image-model/gemini.ts';
import { demoTextModel } from './providers/text-model/demo.ts';
import { geminiTextModel } from './providers/text-model/gemini.ts';
import { demoVideoModel, type DemoStudio } from './providers/video-model/demo/demo.ts';
import { geminiVideoModel } from './providers/video-model/gemini.ts';

/** @param demo where the demo studio's films are; null where it is not offered */
export function modelsForKey(
  config: Pick<Config, 'geminiBaseUrl'>,
  demo: DemoStudio | null,
  measure?: { meters: Meters; now: () => number },
): Pick<Deps, 'textModelFor' | 'videoModelFor' | 'imageModelFor'> {
  const noted = <Model extends object>(model: Model, kind: string): Model =>
    measure === undefined ? model : metered(model, kind, measure);
  const demoVideo = demo === null ? null : demoVideoModel(demo);
  const access = (apiKey: string): GeminiAccess => ({ apiKey, baseUrl: config.geminiBaseUrl });
  return {
    textModelFor: (apiKey) =>
      demo !== null && apiKey === DEMO_STUDIO_KEY
        ? demoTextModel()
        : noted(withoutKey(geminiTextModel(access(apiKey)), apiKey), 'text'),
    videoModelFor: (apiKey) =>
      demoVideo !== null && apiKey === DEMO_STUDIO_KEY
        ? demoVideo
        : noted(withoutKey(geminiVideoModel(access(apiKey)), apiKey), 'video'),
    imageModelFor: (apiKey) =>
      demo !== null && apiKey === DEMO_STUDIO_KEY
        ? demoImageModel(demo.readMaster)
        : noted(withoutKey(geminiImageModel(access(apiKey)), apiKey), 'image'),
  };
}
