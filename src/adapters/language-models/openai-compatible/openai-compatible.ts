import type OpenAI from "openai";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type {
  TextEnd,
  TextModel,
  TextRequest,
  TokenUsage,
} from "#modules/assistants/server/text-model.port.ts";
import { askTwice, type Endpoint, makeClient } from "./client.ts";
import { toFault } from "./faults.ts";

/** One text model at one endpoint. */
export type EndpointSettings = Endpoint & {
  /** What the server calls the most tokens of an answer; older ones know only `max_tokens`. */
  tokenLimitField: "max_completion_tokens" | "max_tokens";
  /** Millionths of a riyal for a token, which is riyals for a million of them. */
  inputMicroSar: number;
  outputMicroSar: number;
  /** How long the first token may take, and any later one. */
  firstTokenMs: number;
  nextTokenMs: number;
};

/** How a structured answer is asked for, the strictest first. */
const formats = ["json_schema", "json_object", "none"] as const;

const refusedKey = "assistants:refused_by_model";

/** Text models behind chat completions as OpenAI defined them. Its quirks: QUIRKS.md. */
export function makeOpenAiCompatible(settings: EndpointSettings): TextModel {
  const { name, inputMicroSar, outputMicroSar } = settings;
  const load = makeClient(settings, settings.firstTokenMs);
  let format = 0;

  /** Asks with the strictest format that the server takes. */
  const create = async (request: TextRequest, signal: AbortSignal) => {
    const { chat } = await load();
    for (;;) {
      try {
        return await chat.completions.create(toBody(settings, formats[format] ?? "none", request), {
          signal,
        });
      } catch (error) {
        if (!isFormatRefused(error) || format >= formats.length - 1) throw error;
        format += 1;
      }
    }
  };

  return {
    name,
    price: { inputMicroSar, outputMicroSar },
    async *stream(request) {
      const watch = watchSilence(request.signal, settings);
      try {
        const chunks = await askTwice(() => create(request, watch.signal), {
          name,
          refusedKey,
          signal: watch.signal,
        });
        return yield* readChunks(chunks, watch.touch, name);
      } catch (error) {
        request.signal.throwIfAborted();
        if (watch.isSilent()) throw new AdapterFault("later", { reason: `${name}: no token came in time` });
        throw await toFault(error, name, refusedKey);
      } finally {
        watch.end();
      }
    },
  };
}

type Chunks = AsyncIterable<OpenAI.Chat.Completions.ChatCompletionChunk>;

async function* readChunks(chunks: Chunks, touch: () => void, name: string): AsyncGenerator<string, TextEnd> {
  let usage: TokenUsage | null = null;
  let reason: string | null = null;
  for await (const chunk of chunks) {
    touch();
    if (chunk.usage) usage = { input: chunk.usage.prompt_tokens, output: chunk.usage.completion_tokens };
    const [choice] = chunk.choices;
    if (choice?.delta?.refusal) throw refused(`${name}: ${choice.delta.refusal}`);
    if (choice?.delta?.content) yield choice.delta.content;
    reason = choice?.finish_reason ?? reason;
  }
  if (reason === "content_filter") throw refused(`${name}: content_filter`);
  if (reason === null) throw new AdapterFault("later", { reason: `${name}: the answer broke off` });
  return { ending: reason === "length" ? "cut_at_limit" : "complete", usage };
}

const refused = (reason: string) => new AdapterFault("rejected", { reason, messageKey: refusedKey });

/** Aborts when no token came for too long, or with the caller. */
function watchSilence(outer: AbortSignal, { firstTokenMs, nextTokenMs }: EndpointSettings) {
  const silence = new AbortController();
  const after = (ms: number) => setTimeout(() => silence.abort(), ms);
  let timer = after(firstTokenMs);
  return {
    signal: AbortSignal.any([outer, silence.signal]),
    isSilent: () => silence.signal.aborted,
    touch() {
      outer.throwIfAborted();
      clearTimeout(timer);
      timer = after(nextTokenMs);
    },
    end: () => clearTimeout(timer),
  };
}

function toBody(
  { model, tokenLimitField }: EndpointSettings,
  format: (typeof formats)[number],
  { instructions, input, answer, maxTokens, seed }: TextRequest,
): OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming {
  const shape =
    format === "json_schema"
      ? ""
      : `\n\nAnswer with JSON alone, of this schema: ${JSON.stringify(answer.schema)}`;
  return {
    model,
    messages: [
      { role: "system", content: instructions + shape },
      { role: "user", content: input },
    ],
    [tokenLimitField]: maxTokens,
    seed,
    stream: true,
    stream_options: { include_usage: true },
    ...(format === "json_schema"
      ? { response_format: { type: "json_schema" as const, json_schema: { ...answer, strict: true } } }
      : format === "json_object"
        ? { response_format: { type: "json_object" as const } }
        : {}),
  };
}

const isFormatRefused = (error: unknown): boolean => {
  const { status, message, param } = error as { status?: number; message?: string; param?: string | null };
  return (
    (status === 400 || status === 422) &&
    (param === "response_format" || /response_format|json_schema/.test(message ?? ""))
  );
};
