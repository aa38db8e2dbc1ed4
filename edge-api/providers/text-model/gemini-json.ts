/**
 * Requests JSON from the provider's text model: by schema, with one repair attempt, then a clear failure. Each request
 * is paid for separately.
 */
import {
  FinishReason,
  type Content,
  type GenerateContentConfig,
  type GenerateContentResponse,
  type GoogleGenAI,
} from '@google/genai';
import { z } from 'zod';
import { textModelIds } from '#shared/catalogue/text-models.ts';
import { keepableText } from '#shared/entities/written-text.ts';
import { AppError } from '#shared/errors.ts';
import { appErrorOf } from '../gemini/client.ts';
import { readUpstreamError } from '../gemini/upstream-error.ts';
import type { Asking, Bill } from './port.ts';
import { answerAgain, answerProblems } from './prompts/answer-again.ts';
import { textModelWords as words } from './words.ts';

export type JsonQuestion<Schema extends z.ZodType> = {
  instruction: string;
  question: string;
  /** Sent as JSON Schema: only keywords that the provider supports. */
  schema: Schema;
  /** What is wrong with a well-formed answer, or null. */
  problem: (answer: z.infer<Schema>) => string | null;
  /** The most tokens that the answer may have. */
  longestAnswer: number;
  asking: Asking;
};

/** Asks once, and once more with what was wrong. @throws AppError */
export async function askForJson<Schema extends z.ZodType>(
  client: GoogleGenAI,
  asked: JsonQuestion<Schema>,
): Promise<z.infer<Schema>> {
  const contents: Content[] = [{ role: 'user', parts: [{ text: asked.question }] }];
  const first = await generate(client, asked, contents);
  const read = readAnswer(first, asked);
  if (read.ok) return read.answer;
  const again: Content[] = [
    ...contents,
    { role: 'model', parts: [{ text: first || '(empty)' }] },
    {
      role: 'user',
      parts: [{ text: answerAgain(read.problem) }],
    },
  ];
  const second = readAnswer(await generate(client, asked, again), asked);
  if (second.ok) return second.answer;
  throw new AppError('provider_failed', words.unusable, {
    cause: new Error(second.problem),
  });
}

/** One call to the first text model that the key reaches. @returns the text, which may be cut short */
async function generate<Schema extends z.ZodType>(
  client: GoogleGenAI,
  asked: JsonQuestion<Schema>,
  contents: Content[],
): Promise<string> {
  // The provider doesn't know the `$schema` keyword.
  const { $schema: _, ...responseJsonSchema } = z.toJSONSchema(asked.schema);
  const config: GenerateContentConfig = {
    systemInstruction: asked.instruction,
    responseMimeType: 'application/json',
    responseJsonSchema,
    maxOutputTokens: asked.longestAnswer,
  };
  const atMost = { inputTokens: tokensAtMost({ contents, config }), outputTokens: asked.longestAnswer };
  let gone: AppError | null = null;
  for (const model of textModelIds) {
    const request: Request = { model, contents, config };
    const outcome = await asked.asking.pay({ model, ...atMost }, () => send(client, request, asked.asking.signal));
    if (outcome.kind === 'text') return outcome.text;
    if (outcome.kind === 'failed') throw outcome.error;
    gone = outcome.error;
  }
  throw gone ?? new AppError('model_unreachable', words.noModel);
}

/** Every token is at least one byte of what is sent. */
function tokensAtMost(sent: Pick<Request, 'contents' | 'config'>): number {
  return new TextEncoder().encode(JSON.stringify(sent)).length;
}

type Request = { model: string; contents: Content[]; config: GenerateContentConfig };

type Outcome = { bill: Bill } & (
  | { kind: 'text'; text: string }
  | { kind: 'failed'; error: AppError }
  /** The key can't use this model; another one may be available. */
  | { kind: 'model_gone'; error: AppError }
);

async function send(client: GoogleGenAI, { config, ...request }: Request, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return { kind: 'failed', error: timedOut(signal.reason), bill: 'nothing' };
  try {
    const reply = await client.models.generateContent({ ...request, config: { ...config, abortSignal: signal } });
    // What is refused is not charged.
    if (isRefusal(reply)) return { kind: 'failed', error: refusal(), bill: 'nothing' };
    return { kind: 'text', text: textOf(reply), bill: billOf(request.model, reply) };
  } catch (error) {
    const upstream = readUpstreamError(error);
    if (upstream.kind === 'model_gone')
      return { kind: 'model_gone', error: appErrorOf(upstream, error), bill: 'nothing' };
    const told = signal.aborted ? timedOut(error) : appErrorOf(upstream, error);
    return { kind: 'failed', error: told, bill: upstream.kind === 'lost' ? 'unknown' : 'nothing' };
  }
}

/** Everything but input is output: the text, and the thinking before it. */
function billOf(model: string, { usageMetadata }: GenerateContentResponse): Bill {
  const { promptTokenCount, totalTokenCount } = usageMetadata ?? {};
  if (promptTokenCount === undefined || totalTokenCount === undefined) return 'unknown';
  return { model, inputTokens: promptTokenCount, outputTokens: Math.max(0, totalTokenCount - promptTokenCount) };
}

export function timedOut(cause: unknown): AppError {
  return new AppError('provider_failed', words.timedOut, { cause });
}

const REFUSALS: readonly (FinishReason | undefined)[] = [
  FinishReason.SAFETY,
  FinishReason.PROHIBITED_CONTENT,
  FinishReason.BLOCKLIST,
  FinishReason.RECITATION,
  FinishReason.SPII,
];

function isRefusal({ candidates, promptFeedback }: GenerateContentResponse): boolean {
  return promptFeedback?.blockReason !== undefined || REFUSALS.includes(candidates?.[0]?.finishReason);
}

function refusal(): AppError {
  return new AppError('refused_by_model', words.refused);
}

function textOf({ candidates }: GenerateContentResponse): string {
  const parts = candidates?.[0]?.content?.parts ?? [];
  return parts.map((part) => (part.thought === true ? '' : (part.text ?? ''))).join('');
}

type Read<T> = { ok: true; answer: T } | { ok: false; problem: string };

function readAnswer<Schema extends z.ZodType>(text: string, asked: JsonQuestion<Schema>): Read<z.infer<Schema>> {
  const json = parseJson(text);
  if (json === undefined) return { ok: false, problem: answerProblems.notJson };
  const parsed = asked.schema.safeParse(json);
  if (!parsed.success)
    return { ok: false, problem: answerProblems.notOfSchema(z.prettifyError(parsed.error).slice(0, 500)) };
  const problem = asked.problem(parsed.data);
  return problem === null ? { ok: true, answer: parsed.data } : { ok: false, problem };
}

/** The JSON of an answer, with or without a code fence; undefined when there is none. */
function parseJson(text: string): unknown {
  const bare = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(bare, (_name, value: unknown) => (typeof value === 'string' ? keepableText(value) : value));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
