import type { FastifyInstance } from "fastify";
import { isHashed, toAmount, toCurrency } from "../shared/conversions.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { type Call, type Context, requireWrite } from "./call.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import { GraphError, invalid, unknownObject } from "./errors.ts";
import type { Registry } from "./registry.ts";

/** Conversions API, Using the API: a thousand events in one request, none older than seven days. */
const EVENTS_MAX = 1_000;
const MAX_AGE_SECONDS = 7 * 86_400;
const MAX_AHEAD_SECONDS = 600;
const ACTION_SOURCES = [
  "email",
  "website",
  "app",
  "phone_call",
  "chat",
  "physical_store",
  "system_generated",
  "business_messaging",
  "other",
];
/** Customer information parameters that must be hashed. */
const HASHED = ["em", "ph", "fn", "ln", "ge", "db", "ct", "st", "zp", "country"];

/** The account of a pixel, with its owner. */
export function findPixel(
  registry: Registry,
  pixelId: string,
): { identity: Identity; account: DemoAccount } | null {
  for (const identity of registry.all()) {
    const account = identity.accounts.find((each) => each.pixelId === pixelId);
    if (account) return { identity, account };
  }
  return null;
}

function requirePixel({ registry }: Context, call: Call, pixelId: string): DemoAccount {
  const found = findPixel(registry, pixelId);
  if (found?.identity.key !== call.identity.key) throw unknownObject(pixelId, call.method);
  return found.account;
}

/** POST {pixel}/events. One invalid event refuses the whole request, and nothing of it is processed. */
export function receiveEvents(context: Context, call: Call): Json {
  const pixelId = call.path[0] ?? "";
  requireWrite(call, requirePixel(context, call, pixelId));
  const events = parseList(call.params.data);
  if (events.length === 0) throw invalid("The parameter data is required", { blame: ["data"] });
  if (events.length > EVENTS_MAX)
    throw new GraphError(100, `Too many events: at most ${EVENTS_MAX} can be sent at once`, {
      subcode: 2_804_012,
    });
  const now = Math.floor(context.world.now().getTime() / 1_000);
  for (const [index, event] of events.entries()) {
    const [message, subcode] = findProblem(event, now) ?? [];
    if (message === undefined) continue;
    throw new GraphError(100, `Invalid parameter: data[${index}] ${message}`, {
      ...(subcode ? { subcode } : {}),
      blame: ["data"],
    });
  }
  for (const event of events) receive(context, pixelId, event);
  return {
    events_received: events.length,
    messages: [],
    fbtrace_id: context.world.ids.token("meta/trace", 22),
  };
}

function parseList(data: unknown): Json[] {
  const list: unknown = typeof data === "string" ? JSON.parse(data) : data;
  if (!Array.isArray(list) || !list.every(isObject)) throw invalid("data must be a list of events");
  return list;
}

type Problem = readonly [message: string, subcode?: number];

function findProblem(event: Json, now: number): Problem | null {
  const { event_name: name, event_time: time, action_source: source, user_data: user } = event;
  if (typeof name !== "string" || name === "") return ["event_name is required"];
  if (typeof time !== "number" || !Number.isInteger(time)) return ["event_time must be Unix seconds"];
  if (time > now + MAX_AHEAD_SECONDS) return ["event_time is in the future", 2_804_004];
  if (time < now - MAX_AGE_SECONDS) return ["Event Timestamp Too Low: it is more than 7 days old", 2_804_003];
  if (!ACTION_SOURCES.includes(String(source))) return ["action_source is not valid"];
  if (!isObject(user)) return ["user_data is required"];
  const plain = HASHED.find((field) => user[field] !== undefined && !isHashed(user[field]));
  if (plain) return [`user_data.${plain} must be hashed with SHA-256`];
  if (source === "website" && (!event.event_source_url || !user.client_user_agent))
    return ["website events need event_source_url and client_user_agent"];
  const identifiers = [...HASHED, "fbc", "fbp", "external_id", "client_ip_address"];
  if (!identifiers.some((field) => user[field] !== undefined))
    return ["You haven't added sufficient customer information parameter data for this event", 2_804_050];
  if (name !== "Purchase") return null;
  const { value, currency } = isObject(event.custom_data) ? event.custom_data : {};
  const isPriced = toAmount(value) !== null && toCurrency(currency) !== null;
  return isPriced ? null : ["a Purchase needs value and currency"];
}

function receive({ conversions }: Context, pixelId: string, event: Json): void {
  if (event.event_name !== "Purchase") return;
  const user = event.user_data as Json;
  const custom = event.custom_data as Json;
  conversions.receive({
    destination: pixelId,
    eventName: "Purchase",
    eventId: typeof event.event_id === "string" ? event.event_id : null,
    clickId: parseClickId(user.fbc),
    at: Number(event.event_time) * 1_000,
    value: toAmount(custom.value) ?? 0,
    currency: toCurrency(custom.currency) ?? "SAR",
    identifiers: [
      ...(user.em ? ["email"] : []),
      ...(user.ph ? ["phone"] : []),
      ...(user.fbc ? ["click"] : []),
    ],
  });
}

/** "fb.1.1554763741205.IwAR2F4…": version, domain level, when the click id was seen, the click id. */
const parseClickId = (fbc: unknown): string | null =>
  /^fb\.[0-2]\.\d{13}\.(.+)$/.exec(String(fbc ?? ""))?.[1] ?? null;

/** GET dataset_quality (Dataset Quality API): how well the events of a pixel match people. */
export function readQuality(context: Context, call: Call): Json {
  const pixelId = String(call.params.dataset_id ?? "");
  requirePixel(context, call, pixelId);
  const grade = context.conversions.gradeMatches(pixelId);
  if (grade === null) return { web: [] };
  return { web: [{ event_name: "Purchase", event_match_quality: { composite_score: grade } }] };
}

/** www.facebook.com/tr: where the pixel in a browser reports, as the Meta Pixel code does. */
export function pixelRoutes(app: FastifyInstance, context: Context): void {
  app.get("/tr", (request, reply) => {
    const query = request.query as Record<string, string | undefined>;
    if (query.ev === "Purchase" && findPixel(context.registry, query.id ?? "")) {
      context.conversions.receive({
        destination: query.id ?? "",
        eventName: "Purchase",
        eventId: query.eid ?? null,
        clickId: parseClickId(query.fbc),
        at: context.world.now().getTime(),
        value: toAmount(query["cd[value]"]) ?? 0,
        currency: toCurrency(query["cd[currency]"]) ?? "SAR",
        identifiers: query.fbc ? ["click"] : [],
      });
    }
    return reply.code(204).send();
  });
}
