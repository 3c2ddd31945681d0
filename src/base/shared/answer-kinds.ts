import type { ZodType, z } from "zod";
import type { RefusedEnvelope } from "./envelope.ts";

/** Bytes with a content type and a name. */
export type FileAnswer = {
  readonly kind: "file";
  /** The content types it may have. */
  readonly types: readonly string[];
  /** Whether a part of it may be requested by a Range header (RFC 9110, 14). */
  readonly ranges: boolean;
  /** Its Cache-Control header. */
  readonly cache: string;
  readonly disposition: "inline" | "attachment";
  /** Whether pages of other origins may load it. */
  readonly crossOrigin: boolean;
};

/** Items as they come, one `StreamLine` of JSON each (`application/x-ndjson`). */
export type StreamAnswer<Item extends ZodType = ZodType> = { readonly kind: "stream"; readonly item: Item };

/** A line of a stream: an item, or how it ended. A stream whose last line is an item was cut. */
export type StreamLine<Item = unknown> = { item: Item } | { done: true } | RefusedEnvelope;

export type EventShapesByName = Readonly<Record<string, ZodType>>;

/** Server-sent events, each with its name and its data, for as long as the caller stays. */
export type EventsAnswer<Shapes extends EventShapesByName = EventShapesByName> = {
  readonly kind: "events";
  readonly events: Shapes;
};

/** What a call answers with; a schema alone is JSON in the envelope. */
export type AnswerShape = ZodType | FileAnswer | StreamAnswer | EventsAnswer;

/** One event of an `events` call. `id` is what the caller sends back as Last-Event-ID to resume after it. */
export type ServerEvent<Answer extends EventsAnswer = EventsAnswer> = {
  [Name in keyof Answer["events"] & string]: {
    id?: number;
    name: Name;
    data: z.output<Answer["events"][Name]>;
  };
}[keyof Answer["events"] & string];

/** A file, by default one that no cache keeps, whose parts cannot be requested, and that is saved under its name. */
export function file(options: Partial<Omit<FileAnswer, "kind">> & Pick<FileAnswer, "types">): FileAnswer {
  return {
    kind: "file",
    ranges: false,
    cache: "no-store",
    disposition: "attachment",
    crossOrigin: false,
    ...options,
  };
}

/** Items of one schema as they come: `stream(z.string())` is text in chunks. */
export function stream<Item extends ZodType>(item: Item): StreamAnswer<Item> {
  return { kind: "stream", item };
}

/** Server-sent events: the schema of each one's data by its name. */
export function events<Shapes extends EventShapesByName>(shapes: Shapes): EventsAnswer<Shapes> {
  return { kind: "events", events: shapes };
}

/** Says which kind of answer this is. */
export function getAnswerKind(answer: AnswerShape): "json" | "file" | "stream" | "events" {
  return "kind" in answer ? answer.kind : "json";
}
