import type { Clock } from "#base/server/clock.ts";
import { type HttpResponse, httpRequest, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { makeBackoff } from "../shared/backoff.ts";
import { asText, list, record } from "../shared/read.ts";
import { parseCredential } from "./credential.ts";
import { type ShopifySettings, toShopUrl } from "./settings.ts";

type Fields = Record<string, unknown>;
export type ShopApi = ReturnType<typeof shopifyApi>;

/** GraphQL calls with one shop's token. Faults as the port specifies; once throttled nothing is sent too early. */
export function shopifyApi(settings: ShopifySettings, clock: Clock) {
  const backoff = makeBackoff("Shopify", clock);

  async function send(credential: string, query: string, variables: Fields): Promise<Fields> {
    backoff.check(credential);
    const { shop, token } = parseCredential(credential);
    const answer = await httpRequest({
      method: "POST",
      url: `${toShopUrl(settings, shop)}/admin/api/${settings.apiVersion}/graphql.json`,
      headers: { "x-shopify-access-token": token },
      json: { query, variables },
      timeoutMs: settings.timeoutMs ?? 30_000,
    });
    const fault = toFault(answer, clock);
    if (fault?.kind === "later" && isThrottled(answer))
      backoff.start(credential, fault.retryAfterSeconds ?? 1);
    if (fault) throw fault;
    return record(record(answer.json).data);
  }

  return {
    /** A query changes nothing: without a response it can be retried. */
    async query(credential: string, query: string, variables: Fields = {}): Promise<Fields> {
      try {
        return await send(credential, query, variables);
      } catch (error) {
        if (!isFault(error, "outcome_unknown")) throw error;
        throw new AdapterFault("later", { reason: error.reason, retryAfterSeconds: 30, cause: error });
      }
    },
    /** A mutation's own field. Its user errors are `rejected`, except the harmless ones. */
    async mutate(
      credential: string,
      mutation: string,
      variables: Fields,
      accepted?: RegExp,
    ): Promise<Fields> {
      const [payload] = Object.values(await send(credential, mutation, variables));
      const errors = list(record(payload).userErrors).map((error) => asText(record(error).message, 200));
      const bad = errors.filter((message) => !accepted?.test(message));
      if (bad.length > 0) throw new AdapterFault("rejected", { reason: `Shopify: ${bad.join("; ")}` });
      return record(payload);
    },
  };
}

/**
 * The fault in a response; null when it is a success (shopify.dev, Response status and error codes). Most errors come
 * with 200.
 */
function toFault(answer: HttpResponse, clock: Clock): AdapterFault | null {
  const { status } = answer;
  const body = record(answer.json);
  const errors = list(body.errors).filter((error) => !isAddressWithheld(record(error)));
  if (status === 200 && errors.length === 0 && body.data !== undefined) return null;
  if (status === 200 && errors.length > 0) return toGraphqlFault(record(errors[0]), body);
  const reason = `Shopify ${status}: ${asText(body.errors, 300) || asText(answer.text, 200)}`;
  if (status === 401) return new AdapterFault("reconnect", { reason });
  if (status === 403) return new AdapterFault("rejected", { reason, messageKey: "stores:scope_missing" });
  const wait = retryAfterSeconds(answer.headers, clock.now()) ?? 30;
  if (status === 429 || status === 430) return new AdapterFault("later", { reason, retryAfterSeconds: wait });
  // Whether a mutation was executed is unknown; a query can be retried.
  if (status >= 500 || status === 200) return new AdapterFault("outcome_unknown", { reason });
  return new AdapterFault("rejected", { reason });
}

/** The app may read orders but no addresses (protected customer data, level 2): the field is null, the rest is there. */
function isAddressWithheld({ path, extensions }: Fields): boolean {
  return record(extensions).code === "ACCESS_DENIED" && list(path).at(-1) === "shippingAddress";
}

function toGraphqlFault(error: Fields, body: Fields): AdapterFault {
  const code = asText(record(error.extensions).code, 60);
  const reason = `Shopify ${code}: ${asText(error.message, 300)}`;
  if (code === "THROTTLED")
    return new AdapterFault("later", { reason, retryAfterSeconds: computeThrottleSeconds(body) });
  if (code === "ACCESS_DENIED") {
    const isUnapproved = /not approved to access/i.test(asText(error.message));
    const messageKey = isUnapproved ? "stores:customer_data_not_approved" : "stores:scope_missing";
    return new AdapterFault("rejected", { reason, messageKey });
  }
  return new AdapterFault(/INTERNAL|TIMEOUT/.test(code) ? "outcome_unknown" : "rejected", { reason });
}

/** Seconds until enough points are restored: no header gives it. */
function computeThrottleSeconds({ extensions }: Fields): number {
  const cost = record(record(extensions).cost);
  const { currentlyAvailable, restoreRate } = record(cost.throttleStatus);
  const missing = Number(cost.requestedQueryCost) - Number(currentlyAvailable);
  const seconds = Math.ceil(missing / Number(restoreRate));
  return Number.isFinite(seconds) ? Math.min(60, Math.max(1, seconds)) : 10;
}

function isThrottled({ status, json }: HttpResponse): boolean {
  const [error] = list(record(json).errors);
  return status === 429 || status === 430 || record(record(error).extensions).code === "THROTTLED";
}
