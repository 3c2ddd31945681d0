import type { Random } from "../../base/random.ts";

type Chunk = Record<string, unknown>;
type Options = {
  /** The answer's text, in the pieces that models send. */
  text: string;
  refusal: string | null;
  finishReason: "stop" | "length";
  usage: Record<string, number> | null;
  base: { id: string; created: number; model: string };
  random: Random;
  /** Ends after half of the pieces, without a last word. */
  isCut: boolean;
};

const event = (data: unknown): string =>
  `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

/** Server-sent events of a streamed answer. */
export function* makeEvents({
  text,
  refusal,
  finishReason,
  usage,
  base,
  random,
  isCut,
}: Options): Generator<string> {
  const chunk = (delta: Chunk, finish_reason: string | null = null): Chunk => ({
    ...base,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
    ...(usage ? { usage: null } : {}),
  });
  yield event(chunk({ role: "assistant", content: "" }));
  const pieces = toPieces(refusal ?? text, random);
  for (const piece of isCut ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces)
    yield event(chunk(refusal === null ? { content: piece } : { refusal: piece }));
  if (isCut) return;
  yield event(chunk({}, finishReason));
  if (usage) yield event({ ...base, object: "chat.completion.chunk", choices: [], usage });
  yield event("[DONE]");
}

function toPieces(text: string, random: Random): string[] {
  const letters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < letters.length; ) {
    const length = random.whole(1, 5);
    pieces.push(letters.slice(at, at + length).join(""));
    at += length;
  }
  return pieces;
}

/** The same bytes with CRLF and comments, in pieces that end inside letters and lines. */
export function* splitBytes(events: Iterable<string>): Generator<Buffer> {
  for (const one of events) {
    const bytes = Buffer.from(`: ping\r\n\r\n${one.replaceAll("\n", "\r\n")}`);
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }
}
