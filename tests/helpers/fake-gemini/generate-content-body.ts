// What a request to the text and image models must look like.

import { z } from 'zod';

const part = z.object({
  text: z.string().optional(),
  inlineData: z.object({ mimeType: z.string(), data: z.base64() }).optional(),
});

const content = z.object({ role: z.string().optional(), parts: z.array(part).min(1) });

const ASPECT_RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];

const body = z.object({
  contents: z.array(content).min(1),
  systemInstruction: content.optional(),
  generationConfig: z
    .object({
      responseMimeType: z.enum(['application/json', 'text/plain', 'text/x.enum']).optional(),
      responseJsonSchema: z.unknown().optional(),
      responseModalities: z.array(z.enum(['TEXT', 'IMAGE', 'AUDIO'])).optional(),
      imageConfig: z
        .object({
          aspectRatio: z.enum(ASPECT_RATIOS).optional(),
          imageSize: z.enum(['512', '1K', '2K', '4K']).optional(),
        })
        .optional(),
      thinkingConfig: z
        .object({
          thinkingLevel: z
            .string()
            .regex(/^(minimal|low|medium|high)$/i)
            .optional(),
        })
        .optional(),
      candidateCount: z.literal(1).optional(),
      maxOutputTokens: z.int().positive().optional(),
    })
    .optional(),
});

/** A body reduced to what decides the answer. */
export interface ContentRequest {
  prompt: string;
  schema: unknown;
  wantsImage: boolean;
}

/** Checks a body; the message names the field that is wrong. */
export function readContentRequest(
  sent: unknown,
): { ok: true; content: ContentRequest } | { ok: false; message: string } {
  const parsed = body.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, message: `Invalid value at '${issue?.path.join('.') ?? ''}': ${issue?.message ?? 'unknown'}` };
  }
  const { contents, generationConfig: config } = parsed.data;
  const parts = contents.flatMap((item) => item.parts);
  const schema = config?.responseJsonSchema;
  const isJson = config?.responseMimeType === 'application/json';
  if (schema !== undefined && !isJson) {
    return { ok: false, message: 'A response schema needs response_mime_type application/json.' };
  }
  return {
    ok: true,
    content: {
      prompt: parts.flatMap((item) => item.text ?? []).join('\n'),
      schema,
      wantsImage: config?.responseModalities?.includes('IMAGE') ?? false,
    },
  };
}
