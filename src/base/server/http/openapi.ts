import { type ZodType, z } from "zod";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Call, Calls } from "../../shared/contract.ts";

type Schema = Record<string, unknown>;

/** The OpenAPI 3.1 document of the mounted calls; `getStatus` returns the HTTP status of a refusal. */
export function buildOpenApi(calls: Calls, getStatus: (code: string) => number): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const [method = "", path = ""] = name.split(" ");
    const operations = paths[`/${path}`] ?? {};
    operations[method.toLowerCase()] = buildOperation(name, call, getStatus);
    paths[`/${path}`] = operations;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Rawaj",
      version: "1",
      description:
        "Every answer is an envelope `{error, messages, data}`. Money is whole halalas (100 = 1 SAR). Instants are UTC.",
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Refused: refusedSchema },
    },
  };
}

const refusedSchema: Schema = {
  type: "object",
  required: ["error", "messages", "data", "code", "request_id"],
  properties: {
    error: { const: true },
    messages: { type: "array", items: { type: "string" }, minItems: 1 },
    data: { type: "null" },
    code: { type: "string" },
    request_id: { type: "string" },
    fields: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    current: { description: "What stands, where it has changed since the caller read it" },
  },
};

const toJsonSchema = (schema: ZodType, io: "input" | "output"): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" }) as Schema;

function buildOperation(name: string, call: Call, getStatus: (code: string) => number): Schema {
  const [, path = ""] = name.split(" ");
  const data = toJsonSchema(call.answer, "output");
  return {
    operationId: name.replace(/[^A-Za-z]+/g, "_"),
    summary: call.summary,
    tags: [path.split("/")[1] ?? ""],
    security: call.access === "public" ? [] : [{ bearer: [] }],
    ...(typeof call.access === "object" ? { "x-ability": call.access } : {}),
    parameters: [
      ...toParameters(call.params, "path"),
      ...toParameters(call.query, "query"),
      ...toHeaderParameters(call),
    ],
    ...toRequestBody(call),
    responses: {
      200: { description: "Done", content: { "application/json": { schema: toEnvelopeSchema(data) } } },
      ...toRefusalResponses(call, getStatus),
    },
  };
}

function toEnvelopeSchema(data: Schema): Schema {
  const { $schema: _, ...schema } = data;
  return {
    type: "object",
    required: ["error", "messages", "data"],
    properties: {
      error: { const: false },
      messages: { type: "array", items: { type: "string" } },
      data: schema,
    },
  };
}

function toParameters(schema: ZodType | undefined, place: "path" | "query"): Schema[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input") as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function toHeaderParameters(call: Call): Schema[] {
  const language = { name: "x-app-language", in: "header", schema: { enum: ["ar", "en"], default: "ar" } };
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    schema: { type: "string", minLength: 8, maxLength: 200 },
  };
  return call.idempotent ? [language, key] : [language];
}

function toRequestBody(call: Call): Schema {
  if (!call.body) return {};
  const { $schema: _, ...schema } = toJsonSchema(call.body, "input");
  const content = call.multipart
    ? { "multipart/form-data": { schema }, "application/json": { schema } }
    : { "application/json": { schema } };
  return { requestBody: { required: true, content } };
}

function toRefusalResponses(call: Call, getStatus: (code: string) => number): Record<string, Schema> {
  const everywhere = [
    "base.not_valid",
    "base.body_malformed",
    "base.too_large",
    "base.media_type_not_supported",
    "base.too_many_requests",
    "base.internal",
    "base.outside_not_answering",
    "base.not_ready",
    "base.cannot_save",
  ];
  const guarded = call.access === "public" ? [] : ["base.session_gone", "base.not_allowed", "base.not_found"];
  const keyed = call.idempotent ? ["base.idempotency_key_required", "base.idempotency_key_reused"] : [];
  const byStatus = new Map<number, string[]>();
  for (const code of new Set([...everywhere, ...guarded, ...keyed, ...(call.refusals ?? [])])) {
    const status = (baseRefusals.table as Record<string, number>)[code] ?? getStatus(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(", "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Refused" } } },
      },
    ]),
  );
}
