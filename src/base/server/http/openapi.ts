import { type ZodType, z } from "zod";
import { isAtRoot } from "../../shared/audience.ts";
import { baseRefusals } from "../../shared/base.refusals.ts";
import { type Access, type Call, type Calls, listRequests } from "../../shared/contract.ts";
import { describeRequest, type Schema, toJsonSchema } from "./openapi-kinds.ts";
import { describeUploadRequest } from "./openapi-uploads.ts";
import { isSigned } from "./session.ts";

/** The OpenAPI 3.1 document of the mounted calls; `getStatus` returns the HTTP status of a refusal. */
export function buildOpenApi(calls: Calls, getStatus: (code: string) => number): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [name, call] of Object.entries(calls)) {
    for (const request of listRequests(name, call)) {
      const [method = "", path = ""] = request.split(" ");
      const operations = paths[`/${path}`] ?? {};
      operations[method.toLowerCase()] = buildOperation(request, call, getStatus);
      paths[`/${path}`] = operations;
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Rawaj",
      version: "1",
      description:
        "Every JSON answer and every refusal is an envelope `{error, messages, data}`. Money is whole halalas (100 = 1 SAR). Instants are UTC.",
    },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        signature: {
          type: "apiKey",
          in: "query",
          name: "s",
          description: "An address that another call gave, with its parameters m, u and s",
        },
      },
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

function buildOperation(name: string, call: Call, getStatus: (code: string) => number): Schema {
  const [method = "", path = ""] = name.split(" ");
  const { parameters, responses, refusals, ...rest } = call.resumable
    ? describeUploadRequest(call, call.resumable, method)
    : describeRequest(call);
  return {
    operationId: name.replace(/[^A-Za-z]+/g, "_"),
    summary: call.summary,
    tags: [isAtRoot(name) ? "root" : (path.split("/")[1] ?? "")],
    security: toSecurity(call.access),
    ...toAbility(call.access),
    ...(call.perMinute === undefined ? {} : { "x-calls-per-minute": call.perMinute }),
    ...(call.atOnce === undefined ? {} : { "x-calls-at-once": call.atOnce }),
    ...rest,
    parameters: [
      ...toParameters(call.params, "path"),
      ...toParameters(call.query, "query"),
      { name: "x-app-language", in: "header", schema: { enum: ["ar", "en"], default: "ar" } },
      ...parameters,
    ],
    responses: { ...responses, ...toRefusalResponses(call, refusals, getStatus) },
  };
}

function toSecurity(access: Access): Schema[] {
  if (access === "public") return [];
  return isSigned(access) ? [{ signature: [] }, { bearer: [] }] : [{ bearer: [] }];
}

function toAbility(access: Access): Schema {
  const required = isSigned(access) ? access.signedOr : access;
  return typeof required === "object" ? { "x-ability": required } : {};
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

function toRefusalResponses(
  call: Call,
  ofKind: readonly string[],
  getStatus: (code: string) => number,
): Record<string, Schema> {
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
  const guarded =
    call.access === "public"
      ? []
      : ["base.session_gone", "base.not_allowed", "base.merchant_switched", "base.not_found"];
  const keyed = call.idempotent ? ["base.idempotency_key_required", "base.idempotency_key_reused"] : [];
  const byStatus = new Map<number, string[]>();
  for (const code of new Set([...everywhere, ...guarded, ...keyed, ...ofKind, ...(call.refusals ?? [])])) {
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
