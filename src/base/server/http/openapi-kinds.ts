import { type ZodType, z } from "zod";
import type { AnswerShape } from "../../shared/answer-kinds.ts";
import type { Call } from "../../shared/contract.ts";

export type Schema = Record<string, unknown>;

/** What the kinds of a call's body and answer add to its operation. */
export type KindDescription = {
  parameters: readonly Schema[];
  requestBody?: Schema;
  responses: Record<string, Schema>;
  refusals: readonly string[];
};

/** A part of the document in JSON Schema. */
export function toJsonSchema(schema: ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  }) as Schema;
  return rest;
}

/** What the kinds of a call's body and answer add to its operation. */
export function describeRequest(call: Call): KindDescription {
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    schema: { type: "string", minLength: 8, maxLength: 200 },
  };
  const answer = describeAnswer(call.answer);
  return {
    ...answer,
    ...(call.body ? { requestBody: toRequestBody(call, call.body) } : {}),
    parameters: [...answer.parameters, ...(call.idempotent ? [key] : [])],
  };
}

function toRequestBody({ multipart }: Call, body: ZodType): Schema {
  const schema = toJsonSchema(body, "input");
  const json = { "application/json": { schema } };
  return { required: true, content: multipart ? { "multipart/form-data": { schema }, ...json } : json };
}

export function describeAnswer(answer: AnswerShape): KindDescription {
  if (!("kind" in answer)) {
    return { parameters: [], responses: { 200: toJsonResponse(answer) }, refusals: [] };
  }
  switch (answer.kind) {
    case "file":
      return describeFile(answer.types, answer.ranges);
    case "stream": {
      const refused = { $ref: "#/components/schemas/Refused" };
      const done = { type: "object", required: ["done"], properties: { done: { const: true } } };
      const item = {
        type: "object",
        required: ["item"],
        properties: { item: toJsonSchema(answer.item, "output") },
      };
      const description = "Items as they come, one JSON value a line; the last line says how it ended";
      const content = { "application/x-ndjson": { schema: { oneOf: [item, done, refused] } } };
      return { parameters: [], responses: { 200: { description, content } }, refusals: [] };
    }
    case "events":
      return describeEvents(answer.events);
  }
}

function toJsonResponse(answer: ZodType): Schema {
  const schema = {
    type: "object",
    required: ["error", "messages", "data"],
    properties: {
      error: { const: false },
      messages: { type: "array", items: { type: "string" } },
      data: toJsonSchema(answer, "output"),
    },
  };
  return { description: "Done", content: { "application/json": { schema } } };
}

function describeFile(types: readonly string[], hasRanges: boolean): KindDescription {
  const content = Object.fromEntries(types.map((type) => [type, { schema: {} }]));
  const whole = { 200: { description: "The file", content } };
  if (!hasRanges) return { parameters: [], responses: whole, refusals: ["base.not_found"] };
  return {
    parameters: [{ name: "Range", in: "header", schema: { type: "string", examples: ["bytes=0-1023"] } }],
    responses: { ...whole, 206: { description: "The requested part of the file", content } },
    refusals: ["base.not_found", "base.range_outside"],
  };
}

function describeEvents(events: Readonly<Record<string, ZodType>>): KindDescription {
  const shapes = Object.entries(events).map(([name, data]) => ({
    type: "object",
    required: ["event", "data"],
    properties: {
      id: { type: "string" },
      event: { const: name },
      data: {
        type: "string",
        contentMediaType: "application/json",
        contentSchema: toJsonSchema(data, "output"),
      },
    },
  }));
  const content = { "text/event-stream": { schema: { oneOf: shapes } } };
  return {
    parameters: [{ name: "Last-Event-ID", in: "header", schema: { type: "string" } }],
    responses: { 200: { description: "Server-sent events, until either side ends", content } },
    refusals: [],
  };
}
