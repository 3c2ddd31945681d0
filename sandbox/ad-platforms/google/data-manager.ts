import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isHashed, toAmount, toCurrency } from "../shared/conversions.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import type { Customer } from "./demo.ts";
import { DATA_MANAGER_SCOPE } from "./facts.ts";
import { type Context, type IngestionRow, resourceName } from "./registry.ts";
import type { Tokens } from "./tokens.ts";

/** Data Manager API v1: 2,000 events in one request; their outcome is known some minutes later. */
const EVENTS_MAX = 2_000;
const MAX_AGE_MS = 90 * 86_400_000;
const PROCESSING_MS = 10 * 60_000;

/** Ends a request in Google's one shape (Understand API errors): nothing of it was processed. */
export class RequestFault extends Error {
  readonly code: number;
  readonly status: string;
  readonly details: Json[];

  constructor(code: number, status: string, message: string, details: Json[] = []) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";

export function invalidField(field: string, reason: string, description: string): RequestFault {
  return new RequestFault(400, "INVALID_ARGUMENT", "There was a problem with the request.", [
    { "@type": ERROR_INFO, reason: "INVALID_ARGUMENT", domain: "datamanager.googleapis.com" },
    { "@type": BAD_REQUEST, fieldViolations: [{ field, reason, description }] },
  ]);
}

export type DataManagerCall = { identity: string; customer: Customer; body: Json };
export type DataManagerRoute = (context: Context, call: DataManagerCall) => Json;

/** What serves customer lists beside the purchases. */
type CustomerListParts = {
  routes: Readonly<Record<string, DataManagerRoute>>;
  handleUserLists(
    context: Context,
    call: { method: string; identity: string; accountId: string; listId: string | null; body: Json },
  ): Json;
};

/** datamanager.googleapis.com: purchases and customer lists. */
export function dataManagerRoutes(
  app: FastifyInstance,
  context: Context,
  tokens: Tokens,
  { routes, handleUserLists }: CustomerListParts,
): void {
  const table: Readonly<Record<string, DataManagerRoute>> = { "events:ingest": ingestEvents, ...routes };
  app.all("/*", (request, reply) => {
    try {
      const { identity } = authenticate(request, tokens);
      const url = new URL(request.vendorPath, "http://sandbox");
      const path = url.pathname.replace(/^\/v1\//, "");
      if (request.method === "GET" && path === "requestStatus:retrieve")
        return reply.send(retrieveStatus(context, identity, url.searchParams.get("requestId") ?? ""));
      const lists = /^accountTypes\/GOOGLE_ADS\/accounts\/(\d+)\/userLists(?:\/(\d+))?$/.exec(path);
      if (lists) {
        const [, accountId = "", listId = null] = lists;
        const body = isObject(request.body) ? request.body : {};
        const { method } = request;
        return reply.send(handleUserLists(context, { method, identity, accountId, listId, body }));
      }
      const route = table[path];
      if (!route || request.method !== "POST") throw new RequestFault(404, "NOT_FOUND", "Not found");
      const body = isObject(request.body) ? request.body : {};
      return reply.send(
        route(context, { identity, customer: requireAccount(context, identity, body), body }),
      );
    } catch (error) {
      if (error instanceof RequestFault) return fail(reply, error);
      throw error;
    }
  });
}

const fail = (reply: FastifyReply, { code, status, message, details }: RequestFault) =>
  reply.code(code).send({ error: { code, status, message, details } });

function authenticate(request: FastifyRequest, tokens: Tokens): { identity: string } {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const grant = token ? tokens.read(token) : "invalid";
  if (grant === "invalid" || grant === "expired")
    throw new RequestFault(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
  if (!grant.scopes.includes(DATA_MANAGER_SCOPE))
    throw new RequestFault(403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.", [
      { "@type": ERROR_INFO, reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", domain: "googleapis.com" },
    ]);
  return grant;
}

/** The operating account of the only destination, when the caller reaches it through the login account. */
function requireAccount({ findCustomer }: Context, identity: string, body: Json): Customer {
  const [destination, ...others] = (Array.isArray(body.destinations) ? body.destinations : []) as Json[];
  if (!isObject(destination) || others.length > 0)
    throw invalidField("destinations", "REQUIRED_FIELD_MISSING", "One destination is served here.");
  const toId = (account: unknown) =>
    isObject(account) && account.accountType === "GOOGLE_ADS" ? String(account.accountId) : "";
  const found = findCustomer(toId(destination.operatingAccount));
  const login = toId(destination.loginAccount ?? destination.operatingAccount);
  const isReached = found && login === (found.customer.managerId ?? found.customer.id);
  if (!found || found.identity.key !== identity || !isReached)
    throw new RequestFault(403, "PERMISSION_DENIED", "The caller does not have permission", [
      {
        "@type": ERROR_INFO,
        reason: "DESTINATION_ACCOUNT_PERMISSION_DENIED",
        domain: "datamanager.googleapis.com",
      },
    ]);
  return found.customer;
}

/** The number in `productDestinationId` of the only destination. */
export const toDestinationId = (body: Json): string =>
  String((body.destinations as Json[])[0]?.productDestinationId ?? "");

function ingestEvents(context: Context, { identity, customer, body }: DataManagerCall): Json {
  const { events } = body;
  if (!Array.isArray(events) || events.length === 0 || !events.every(isObject))
    throw invalidField("events", "REQUIRED_FIELD_MISSING", "Events are required.");
  if (events.length > EVENTS_MAX)
    throw invalidField("events", "TOO_MANY_EVENTS", `At most ${EVENTS_MAX} events are allowed.`);
  const action = toDestinationId(body);
  requireAction(context, customer, action);
  events.forEach((event, index) => {
    checkEvent(event, index, String(body.encoding ?? ""));
  });
  const errors = new Map<string, number>();
  if (body.validateOnly !== true) {
    for (const event of events) {
      const reason = receive(context, action, event);
      if (reason) errors.set(reason, (errors.get(reason) ?? 0) + 1);
    }
  }
  return { requestId: keepRequest(context, { identity, kind: "events", records: events.length, errors }) };
}

export function keepRequest(
  { world, ingestion }: Context,
  request: {
    identity: string;
    kind: IngestionRow["kind"];
    records: number;
    errors: ReadonlyMap<string, number>;
  },
): string {
  const id = world.ids.token("google/ingestion", 24);
  const errors = [...request.errors].map(([reason, count]) => ({ reason, recordCount: String(count) }));
  ingestion.put({ ...request, id, errors, at: world.now().getTime() });
  return id;
}

function requireAction({ objects }: Context, customer: Customer, action: string): void {
  const created = objects.tables.conversionActions.get(
    resourceName(customer.id, "conversionActions", action),
  );
  if (customer.conversionActionId === action || (created && !created.deleted)) return;
  throw invalidField(
    "destinations[0].product_destination_id",
    "INVALID_DESTINATION",
    "The conversion action does not exist in the operating account.",
  );
}

function checkEvent(event: Json, index: number, encoding: string): void {
  const refuse = (field: string, reason: string, description: string): never => {
    throw invalidField(`events.events[${index}].${field}`, reason, description);
  };
  if (!event.transactionId)
    refuse("transaction_id", "REQUIRED_FIELD_MISSING", "A transaction id is required.");
  if (Number.isNaN(Date.parse(String(event.eventTimestamp ?? ""))))
    refuse("event_timestamp", "INVALID_FORMAT", "The timestamp must be RFC 3339.");
  if (toAmount(event.conversionValue) === null || toCurrency(event.currency) === null)
    refuse("conversion_value", "INVALID_VALUE", "A value and its currency are required.");
  const ids = isObject(event.adIdentifiers) ? Object.keys(event.adIdentifiers) : [];
  const user = isObject(event.userData) ? event.userData.userIdentifiers : undefined;
  if (ids.length === 0 && user === undefined)
    refuse("ad_identifiers", "NO_IDENTIFIERS_PROVIDED", "Ad identifiers or user data are required.");
  if (user !== undefined) checkIdentifiers(user, encoding, `events.events[${index}].user_data`);
}

/** Hashes in hex, each identifier with one attribute (Format user data). */
export function checkIdentifiers(identifiers: unknown, encoding: string, field: string): void {
  if (!Array.isArray(identifiers) || identifiers.length === 0 || identifiers.length > 10)
    throw invalidField(field, "INVALID_NUMBER_OF_IDENTIFIERS", "One to ten user identifiers are allowed.");
  if (encoding !== "HEX") throw invalidField("encoding", "INVALID_ENCODING", "Only HEX is served here.");
  for (const each of identifiers as Json[]) {
    const values = Object.entries(each).filter(([name]) => name === "emailAddress" || name === "phoneNumber");
    if (values.length !== 1 || !isHashed(values[0]?.[1]))
      throw invalidField(field, "INVALID_HEX_ENCODING", "The identifier is not a SHA-256 hash in hex.");
  }
}

/** Null, or why the event is not counted, as the diagnostics name it (ProcessingErrorReason). */
function receive({ conversions, world }: Context, action: string, event: Json): string | null {
  const at = Date.parse(String(event.eventTimestamp));
  const transactionId = String(event.transactionId);
  const { gclid = null } = (event.adIdentifiers ?? {}) as { gclid?: string | null };
  if (at < world.now().getTime() - MAX_AGE_MS) return "PROCESSING_ERROR_REASON_EVENT_TOO_OLD";
  const amount = {
    value: toAmount(event.conversionValue) ?? 0,
    currency: toCurrency(event.currency) ?? ("SAR" as const),
  };
  // A known transaction of the same action is an adjustment: its value is replaced, other fields are ignored.
  if (conversions.knows(action, "Purchase", transactionId)) {
    conversions.restate({ destination: action, eventName: "Purchase", eventId: transactionId }, amount);
    return null;
  }
  if (gclid !== null && !conversions.knowsClick(gclid)) return "PROCESSING_ERROR_REASON_INVALID_GCLID";
  conversions.receive({
    destination: action,
    eventName: "Purchase",
    eventId: transactionId,
    clickId: gclid,
    at,
    ...amount,
    identifiers: [...(gclid ? ["click"] : []), ...(event.userData ? ["contact"] : [])],
  });
  return null;
}

/** requestStatus.retrieve: for some minutes a request is being processed. */
function retrieveStatus({ world, ingestion }: Context, identity: string, requestId: string): Json {
  const row = ingestion.get(requestId);
  if (row?.identity !== identity) throw new RequestFault(404, "NOT_FOUND", "The request was not found.");
  const isDone = world.now().getTime() - row.at >= PROCESSING_MS;
  const failures = row.errors.reduce((sum, { recordCount }) => sum + Number(recordCount), 0);
  const outcome = failures === 0 ? "SUCCESS" : failures === row.records ? "FAILED" : "PARTIAL_SUCCESS";
  const counted = { recordCount: String(row.records) };
  return {
    requestStatusPerDestination: [
      {
        requestStatus: isDone ? outcome : "PROCESSING",
        ...(isDone && failures > 0 ? { errorInfo: { errorCounts: row.errors } } : {}),
        ...(row.kind === "events" ? { eventsIngestionStatus: counted } : {}),
      },
    ],
  };
}
