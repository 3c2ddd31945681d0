import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { findSchemaProblem, makeSentence, makeValue, type Schema } from "./fake-answer.ts";
import { generateImage } from "./images.ts";
import { type ErrorParts, findRefusal, refuse, type TakeFault } from "./refuse.ts";
import { makeEvents, splitBytes } from "./stream-body.ts";
import { transcribe } from "./transcriptions.ts";

const VENDOR = "language-model";
const KEY = "rawaj-model-key";
const MODEL = "rawaj-text-1";
const CONTEXT_TOKENS = 16_000;

const message = z.strictObject({
  role: z.enum(["developer", "system", "user", "assistant"]),
  content: z.string().min(1),
});
const responseFormat = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text") }),
  z.strictObject({ type: z.literal("json_object") }),
  z.strictObject({
    type: z.literal("json_schema"),
    json_schema: z.strictObject({
      name: z.string().regex(/^[\w-]{1,64}$/),
      strict: z.boolean().optional(),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
]);
const shape = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional() }).optional(),
  response_format: responseFormat.optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  max_completion_tokens: z.number().int().min(1).optional(),
  max_tokens: z.number().int().min(1).optional(),
  seed: z.number().int().optional(),
  user: z.string().optional(),
});
type Body = z.output<typeof shape>;

/** Chat completions, transcriptions and pictures of a server that is compatible with OpenAI's (openai 6.49.0, package types). */
export function makeLanguageModel(world: World): Vendor {
  const takeFault: TakeFault = (request, kind) =>
    world.faults.consume(VENDOR, [kind], { method: request.method, path: request.url });

  const complete = async (request: FastifyRequest, reply: FastifyReply) => {
    const input = checkBody(shape, request.body);
    if (!input.ok) {
      const [problem] = input.problems;
      return refuse(reply, 400, `Invalid value for '${problem?.field}': ${problem?.detail}`, {
        param: problem?.field ?? null,
      });
    }
    const body = input.value;
    const problem = findProblem(body);
    if (problem) return refuse(reply, problem.status, problem.message, problem);
    const refusal = findRefusal(request, takeFault, "content_policy_violation");
    if (refusal) return refuse(reply, refusal.status, refusal.message, refusal);
    if (body.response_format?.type === "json_schema" && takeFault(request, "no_json_schema"))
      return refuse(reply, 400, "'response_format' of type 'json_schema' is not supported", {
        param: "response_format",
      });
    return answer(request, reply, body);
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply, body: Body) => {
    const prompt = body.messages.map(({ content }) => content).join("\n");
    const random = world.random("language-model", body.seed ?? 0, prompt);
    const refusal = takeFault(request, "refusal") ? "I cannot help with that request." : null;
    const isLimited = takeFault(request, "token_limit") !== null;
    const whole = writeText(body, {
      isFenced: takeFault(request, "fenced_json") !== null,
      isBroken: takeFault(request, "broken_json") !== null,
    });
    const text = isLimited ? whole.slice(0, Math.ceil(whole.length / 2)) : whole;
    const usage = toUsage(prompt, refusal ?? text);
    const base = {
      id: `chatcmpl-${random.token(20)}`,
      created: Math.floor(world.now().getTime() / 1_000),
      model: MODEL,
    };
    const finishReason = isLimited ? "length" : "stop";
    const slow = takeFault(request, "slow_first_token");
    if (!body.stream) {
      if (slow) await sleep(slow.ms ?? 20_000);
      return reply.send({
        ...base,
        object: "chat.completion",
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: refusal === null ? text : null, refusal },
            finish_reason: finishReason,
          },
        ],
        usage,
      });
    }
    const events = makeEvents({
      text,
      refusal,
      finishReason,
      usage: body.stream_options?.include_usage ? usage : null,
      base,
      random,
      isCut: takeFault(request, "cut_stream") !== null,
    });
    const isSplit = takeFault(request, "split_utf8") !== null;
    const bytes: Iterable<string | Buffer> = isSplit ? splitBytes(events) : events;
    return reply
      .header("content-type", "text/event-stream; charset=utf-8")
      .send(Readable.from(slow ? afterWait(bytes, slow.ms ?? 20_000) : bytes, { objectMode: false }));
  };

  const writeText = (
    body: Body,
    { isFenced, isBroken }: { isFenced: boolean; isBroken: boolean },
  ): string => {
    const prompt = body.messages.at(-1)?.content ?? "";
    const random = world.random("language-model/words", body.seed ?? 0, prompt);
    const words = toWords(prompt);
    const format = body.response_format;
    if (!format || format.type === "text") return makeSentence(words, random);
    const schema: Schema =
      format.type === "json_schema" ? (format.json_schema.schema as Schema) : findSchemaInText(body);
    const json = JSON.stringify(
      isBroken ? { answer: makeSentence(words, random) } : makeValue(schema, words, random),
    );
    return isFenced ? `Here it is:\n\`\`\`json\n${json}\n\`\`\`` : json;
  };

  return {
    vendor: VENDOR,
    title: { ar: "نموذج لغوي", en: "Language model" },
    credentials: {},
    hosts: [
      {
        name: "language-model",
        standsFor: "a server compatible with OpenAI's",
        renderFailure: (reply, { status, message: words, retryAfterSeconds }) =>
          refuse(
            retryAfterSeconds === undefined ? reply : reply.header("retry-after", String(retryAfterSeconds)),
            status,
            words,
            status === 429 ? { type: "requests", code: "rate_limit_exceeded" } : {},
          ),
        routes(app) {
          app.addHook("preHandler", async (request, reply) => {
            if (request.headers.authorization !== `Bearer ${KEY}`)
              return refuse(reply, 401, "Incorrect API key provided", { code: "invalid_api_key" });
          });
          app.post("/v1/chat/completions", complete);
          app.post("/v1/audio/transcriptions", transcribe(takeFault));
          app.post("/v1/images/generations", generateImage(world, takeFault));
        },
      },
    ],
  };
}

function findProblem(body: Body): ({ status: number; message: string } & ErrorParts) | null {
  if (body.model !== MODEL)
    return { status: 404, message: `The model '${body.model}' does not exist`, code: "model_not_found" };
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined)
    return { status: 400, message: "Set either max_tokens or max_completion_tokens", param: "max_tokens" };
  if (body.stream_options && !body.stream)
    return {
      status: 400,
      message: "'stream_options' is only allowed when 'stream' is enabled",
      param: "stream_options",
    };
  if (toUsage(body.messages.map(({ content }) => content).join("\n"), "").prompt_tokens > CONTEXT_TOKENS)
    return {
      status: 400,
      message: "This model's maximum context length is exceeded",
      code: "context_length_exceeded",
    };
  const format = body.response_format;
  if (format?.type === "json_object" && !body.messages.some(({ content }) => /json/i.test(content)))
    return { status: 400, message: "'messages' must contain the word 'json'", param: "messages" };
  if (format?.type !== "json_schema" || !format.json_schema.strict) return null;
  const problem = findSchemaProblem(format.json_schema.schema as Schema);
  return problem
    ? { status: 400, message: `Invalid schema for response_format: ${problem}`, param: "response_format" }
    : null;
}

/** A server without schemas reads it in the instructions. */
function findSchemaInText({ messages }: Body): Schema {
  for (const { content } of messages) {
    const found = /\{"type":"object".*\}/.exec(content)?.[0];
    if (found) return JSON.parse(found) as Schema;
  }
  return { type: "object", properties: {} };
}

function toWords(text: string): string[] {
  const words = text.match(/[\p{Script=Arabic}\d]{2,}/gu) ?? [];
  return words.length > 0 ? words : ["نص", "تجريبي", "من", "نموذج", "المحاكاة"];
}

function toUsage(prompt: string, answerText: string) {
  const prompt_tokens = Math.ceil(Buffer.byteLength(prompt) / 4);
  const completion_tokens = Math.ceil(Buffer.byteLength(answerText) / 4);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

async function* afterWait<Piece>(pieces: Iterable<Piece>, ms: number): AsyncGenerator<Piece> {
  await sleep(ms);
  yield* pieces;
}
