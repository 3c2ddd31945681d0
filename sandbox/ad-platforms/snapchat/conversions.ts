import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isHashed, toAmount, toCurrency } from "../shared/conversions.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { SCOPES } from "./facts.ts";
import type { Context } from "./reads.ts";
import type { Tokens } from "./tokens.ts";

/** Conversions API v3: 2,000 events in one request, none older than 37 days. */
const EVENTS_MAX = 2_000;
const MAX_AGE_MS = 37 * 86_400_000;
const MAX_AHEAD_MS = 600_000;
const HASHED = ["em", "ph", "fn", "ln", "ct", "st", "zp", "country"];

type Failed = { code: number; reason: string };
const failed = (code: number, reason: string): Failed => ({ code, reason });

/** tr.snapchat.com: purchases that servers report for a Snap Pixel (developers.snap.com, Conversions API v3). */
export function conversionRoutes(app: FastifyInstance, context: Context, tokens: Tokens): void {
  app.post("/v3/:pixel/events", (request, reply) => {
    const problem = checkAccess(request, context, tokens) ?? checkBody(request.body, context);
    if (problem) return fail(reply, problem);
    const { pixel } = request.params as { pixel: string };
    for (const event of (request.body as { data: Json[] }).data) receive(context, pixel, event);
    return reply.send({ status: "OK", reason: "All events have been accepted" });
  });
}

const fail = (reply: FastifyReply, { code, reason }: Failed) =>
  reply.code(code).send({ status: "INVALID", reason });

function checkAccess(request: FastifyRequest, { registry }: Context, tokens: Tokens): Failed | null {
  const { access_token: token } = request.query as Record<string, string | undefined>;
  const grant = tokens.read(token ?? "");
  if (grant === "invalid" || grant === "expired") return failed(401, `The access token is ${grant}`);
  if (!grant.scopes.includes(SCOPES.conversions))
    return failed(403, `The token lacks the scope ${SCOPES.conversions}`);
  const { pixel } = request.params as { pixel: string };
  const accounts = registry.findIdentity(grant.identity)?.accounts ?? [];
  return accounts.some(({ pixelId }) => pixelId === pixel)
    ? null
    : failed(403, "The pixel does not exist, or the token may not use it");
}

function checkBody(body: unknown, { world }: Context): Failed | null {
  const data = isObject(body) ? body.data : undefined;
  if (!Array.isArray(data) || data.length === 0 || !data.every(isObject))
    return failed(400, "data must be a list of events");
  if (data.length > EVENTS_MAX) return failed(400, `data has more than ${EVENTS_MAX} events`);
  const now = world.now().getTime();
  for (const [index, event] of data.entries()) {
    const problem = findProblem(event, now);
    if (problem) return failed(400, `Event ${index}: ${problem}`);
  }
  return null;
}

function findProblem(event: Json, now: number): string | null {
  const {
    event_name: name,
    event_time: time,
    action_source: source,
    user_data: user,
    custom_data: custom,
  } = event;
  if (typeof name !== "string") return "event_name is required";
  if (!["WEB", "MOBILE_APP", "OFFLINE"].includes(String(source).toUpperCase()))
    return "action_source is not valid";
  const at = toInstant(time);
  if (at === null) return "event_time must be Unix seconds or milliseconds";
  if (at > now + MAX_AHEAD_MS) return "event_time is in the future";
  if (at < now - MAX_AGE_MS) return "event_time is more than 37 days old";
  if (!isObject(user)) return "user_data is required";
  for (const field of HASHED)
    if (user[field] !== undefined && !isHashed(user[field]))
      return `user_data.${field} must be a SHA-256 hash`;
  const hasBrowser = user.client_ip_address !== undefined && user.client_user_agent !== undefined;
  if (!user.em && !user.ph && !user.madid && !hasBrowser)
    return "one of em, ph, madid, or client_ip_address with client_user_agent is required";
  if (String(source).toUpperCase() === "WEB" && typeof event.event_source_url !== "string")
    return "event_source_url is required for WEB events";
  if (name !== "PURCHASE") return null;
  const { value, currency } = isObject(custom) ? custom : {};
  return toAmount(value) === null || toCurrency(currency) === null
    ? "a PURCHASE needs value and currency"
    : null;
}

/** Seconds or milliseconds, both are accepted. */
function toInstant(time: unknown): number | null {
  if (typeof time !== "number" || !Number.isFinite(time)) return null;
  return time < 100_000_000_000 ? time * 1_000 : time;
}

function receive({ conversions }: Context, pixelId: string, event: Json): void {
  if (event.event_name !== "PURCHASE") return;
  const user = event.user_data as Json;
  const custom = event.custom_data as Json;
  conversions.receive({
    destination: pixelId,
    eventName: "PURCHASE",
    eventId: typeof event.event_id === "string" ? event.event_id : null,
    clickId: typeof user.sc_click_id === "string" ? user.sc_click_id : null,
    at: toInstant(event.event_time) ?? 0,
    value: toAmount(custom.value) ?? 0,
    currency: toCurrency(custom.currency) ?? "SAR",
    identifiers: ["em", "ph", "sc_click_id"].filter((name) => user[name] !== undefined),
  });
}
