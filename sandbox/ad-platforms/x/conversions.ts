import { isHashed, toAmount, toCurrency } from "../shared/conversions.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { toBaseTag } from "./accounts.ts";
import type { DemoAccount } from "./demo.ts";
import { invalidParameter, missing, XError, type XProblem } from "./errors.ts";
import { type ApiResponse, type Call, type Context, type Route, route } from "./router.ts";

/** Web Conversions: 500 conversions in one request. Their age is our own figure: X publishes none. */
const CONVERSIONS_MAX = 500;
const MAX_AGE_MS = 90 * 86_400_000;
const MAX_AHEAD_MS = 600_000;

/** Purchases that servers report for an event tag (docs.x.com, X Ads API, Web conversions). */
export function conversionRoutes(context: Context): Route[] {
  return [
    route("POST", "/measurement/conversions/:pixel_id", "conversions", (call) =>
      receiveConversions(context, call),
    ),
  ];
}

function receiveConversions(context: Context, call: Call): ApiResponse {
  const account = requireTag(call);
  const conversions = isObject(call.body) ? call.body.conversions : undefined;
  if (!Array.isArray(conversions) || conversions.length === 0 || !conversions.every(isObject))
    throw new XError(400, missing("conversions"));
  if (conversions.length > CONVERSIONS_MAX)
    throw new XError(400, {
      code: "INVALID_PARAMETER",
      message: `At most ${CONVERSIONS_MAX} conversions can be sent at once`,
      parameter: "conversions",
    });
  const now = context.world.now().getTime();
  const problems = conversions.flatMap((conversion) => findProblem(conversion, account, now) ?? []);
  if (problems.length > 0) throw new XError(400, problems);
  for (const conversion of conversions) receive(context, account, conversion);
  const data = {
    conversions_processed: conversions.length,
    debug_id: context.world.ids.token("x/conversions", 16),
  };
  return { params: { pixel_id: call.path.pixel_id ?? "" }, data };
}

/** The account whose base tag is in the path; another person's is not found. */
function requireTag(call: Call): DemoAccount {
  const account = call.identity.accounts.find((each) => toBaseTag(each) === call.path.pixel_id);
  if (account) return account;
  throw new XError(404, { code: "NOT_FOUND", message: `The tag ${call.path.pixel_id} was not found` });
}

function findProblem(conversion: Json, account: DemoAccount, now: number): XProblem | null {
  const {
    conversion_time: time,
    event_id: eventId,
    identifiers,
    value,
    price_currency: currency,
  } = conversion;
  const at = Date.parse(String(time ?? ""));
  if (Number.isNaN(at)) return missing("conversion_time");
  if (at > now + MAX_AHEAD_MS || at < now - MAX_AGE_MS)
    return invalidParameter("conversion_time", "The time of the conversion is out of range", time);
  const tag = account.webEventTagId;
  if (eventId !== tag && eventId !== `tw-${toBaseTag(account)}-${tag}`)
    return invalidParameter("event_id", "The event does not belong to this tag", eventId);
  if (!Array.isArray(identifiers) || identifiers.length === 0 || !identifiers.every(isObject))
    return missing("identifiers");
  for (const name of ["hashed_email", "hashed_phone_number"]) {
    const wrong = identifiers.find((each) => each[name] !== undefined && !isHashed(each[name]));
    if (wrong) return invalidParameter(name, `${name} must be hashed with SHA-256`);
  }
  if (value !== undefined && (toAmount(value) === null || toCurrency(currency) === null))
    return invalidParameter("value", "A value needs a price_currency", value);
  return null;
}

function receive({ conversions }: Context, account: DemoAccount, conversion: Json): void {
  const identifiers = conversion.identifiers as Json[];
  const clickId = identifiers.find(({ twclid }) => typeof twclid === "string")?.twclid;
  conversions.receive({
    destination: account.webEventTagId,
    eventName: "Purchase",
    eventId: typeof conversion.conversion_id === "string" ? conversion.conversion_id : null,
    clickId: typeof clickId === "string" ? clickId : null,
    at: Date.parse(String(conversion.conversion_time)),
    value: toAmount(conversion.value) ?? 0,
    currency: toCurrency(conversion.price_currency) ?? "SAR",
    identifiers: identifiers.flatMap((each) => Object.keys(each)),
  });
}
