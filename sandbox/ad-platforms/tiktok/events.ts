import { isHashed, toAmount, toCurrency } from "../shared/conversions.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { badParameter, noPermission } from "./errors.ts";
import type { Context } from "./registry.ts";
import { type Call, type Route, requireBody } from "./router.ts";

/** Events API 2.0, Report events: a thousand events in one request, web events of at most 28 days. */
const EVENTS_MAX = 1_000;
const MAX_AGE_SECONDS = 28 * 86_400;
const MAX_AHEAD_SECONDS = 600;
const PURCHASES = ["Purchase", "CompletePayment"];

/** Purchases that servers report for a pixel. One invalid event refuses the whole request. */
export function eventRoutes(context: Context): Route[] {
  return [{ method: "POST", path: "/event/track/", scope: "pixel", handle: (call) => track(context, call) }];
}

function track(context: Context, call: Call): Json {
  const body = requireBody(call);
  if (body.event_source !== "web") throw badParameter("event_source: only web is served here");
  const pixelCode = requirePixel(call, body.event_source_id);
  const { data } = body;
  if (!Array.isArray(data) || data.length === 0 || !data.every(isObject))
    throw badParameter("data: a list of events is required");
  if (data.length > EVENTS_MAX) throw badParameter(`data: the size must not be more than ${EVENTS_MAX}`);
  const now = Math.floor(context.world.now().getTime() / 1_000);
  for (const [index, event] of data.entries()) {
    const problem = findProblem(event, now);
    if (problem) throw badParameter(`data.${index}.${problem}`);
  }
  for (const event of data) receive(context, pixelCode, event);
  return {};
}

function requirePixel(call: Call, code: unknown): string {
  const owns = call.identity?.accounts.some(({ pixelId }) => `C${pixelId}` === code);
  if (typeof code !== "string" || !owns) throw noPermission(`No permission to operate pixel ${String(code)}`);
  return code;
}

function findProblem(event: Json, now: number): string | null {
  const { event: name, event_time: time, user, properties, page } = event;
  if (typeof name !== "string" || name === "") return "event: missing required field";
  if (typeof time !== "number" || !Number.isInteger(time))
    return "event_time: must be a Unix timestamp in seconds";
  if (time > now + MAX_AHEAD_SECONDS) return "event_time: is in the future";
  if (time < now - MAX_AGE_SECONDS) return "event_time: the event is older than 28 days";
  if (!isObject(user)) return "user: missing required field";
  for (const field of ["email", "phone", "external_id"])
    if (user[field] !== undefined && !isHashed(user[field]))
      return `user.${field}: must be hashed with SHA-256`;
  const matching = ["email", "phone", "external_id", "ttclid", "ttp"];
  if (!matching.some((field) => user[field] !== undefined)) return "user: one matching parameter is required";
  if (!isObject(page) || typeof page.url !== "string") return "page.url: missing required field";
  if (!PURCHASES.includes(name)) return null;
  const { value, currency } = isObject(properties) ? properties : {};
  return toAmount(value) === null || toCurrency(currency) === null
    ? "properties: value and currency are required"
    : null;
}

function receive({ conversions }: Context, pixelCode: string, event: Json): void {
  if (!PURCHASES.includes(String(event.event))) return;
  const user = event.user as Json;
  const properties = event.properties as Json;
  conversions.receive({
    destination: pixelCode,
    // The two names are one event since 2024.
    eventName: "Purchase",
    eventId: typeof event.event_id === "string" ? event.event_id : null,
    clickId: typeof user.ttclid === "string" ? user.ttclid : null,
    at: Number(event.event_time) * 1_000,
    value: toAmount(properties.value) ?? 0,
    currency: toCurrency(properties.currency) ?? "SAR",
    identifiers: ["email", "phone", "ttclid"].filter((name) => user[name] !== undefined),
  });
}
