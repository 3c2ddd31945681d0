import type { FastifyRequest } from "fastify";
import type { RateLimit } from "../../base/rate-limit.ts";
import type { World } from "../../base/world.ts";
import type { Customer, Identity } from "./demo.ts";
import { findIdentity } from "./demo.ts";
import { GoogleError, requestError, tooManyCalls } from "./errors.ts";
import { RATE, SCOPE } from "./facts.ts";
import type { Context } from "./registry.ts";
import type { Tokens } from "./tokens.ts";

/** The caller and the customer of a request. */
export interface Caller {
  identity: Identity;
  customer: Customer;
}

export const makeLimit = ({ rateLimit }: World): RateLimit =>
  rateLimit({ capacity: RATE.burst, leakPerSecond: RATE.perSecond });

/** The identity of the token, which must have this API's scope. */
export function authenticate(request: FastifyRequest, tokens: Tokens): Identity {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const grant = token ? tokens.read(token) : "invalid";
  if (grant === "expired")
    throw requestError(401, "authenticationError", "OAUTH_TOKEN_EXPIRED", "OAuth token has expired.");
  const identity = grant === "invalid" ? null : findIdentity(grant.identity);
  if (grant === "invalid" || !identity)
    throw requestError(401, "authenticationError", "OAUTH_TOKEN_INVALID", "OAuth token is invalid.");
  if (!grant.scopes.includes(SCOPE))
    throw new GoogleError(403, "Request had insufficient authentication scopes.");
  return identity;
}

/** The customer of the path, when access is allowed: directly, or through the manager that the header names. */
export function requireCustomer(
  request: FastifyRequest,
  context: Context,
  identity: Identity,
  id: string,
): Caller {
  const login = request.headers["login-customer-id"];
  if (!/^\d{10}$/.test(id))
    throw requestError(400, "requestError", "INVALID_CUSTOMER_ID", `Customer ID '${id}' is not valid.`);
  if (login !== undefined && !/^\d{10}$/.test(String(login)))
    throw requestError(
      400,
      "headerError",
      "INVALID_LOGIN_CUSTOMER_ID",
      "The login customer id is malformed.",
    );
  const found = context.findCustomer(id);
  if (!found)
    throw requestError(401, "authenticationError", "CUSTOMER_NOT_FOUND", `No customer ${id} was found.`);
  const through = String(login ?? id);
  const isForeign = found.identity.key === identity.key;
  const isReached = through === (found.customer.managerId ?? found.customer.id);
  if (!isForeign || !isReached)
    throw requestError(
      403,
      "authorizationError",
      "USER_PERMISSION_DENIED",
      "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header.",
    );
  return { identity, customer: found.customer };
}

/** Writing needs a role, an account that is not suspended, and one that is not a manager. */
export function requireWrite({ identity, customer }: Caller): void {
  if (identity.role !== "ADMIN")
    throw requestError(
      403,
      "authorizationError",
      "ACTION_NOT_PERMITTED",
      "The user may not change this account.",
    );
  if (customer.status === "SUSPENDED")
    throw requestError(
      403,
      "authorizationError",
      "ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT",
      "The account is suspended.",
    );
  if (customer.isManager)
    throw requestError(
      400,
      "requestError",
      "CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT",
      "A manager account has no ads.",
    );
}

export function withinLimit(limit: RateLimit, key: string): void {
  const { allowed, retryAfterSeconds } = limit.take(key);
  if (!allowed) throw tooManyCalls(retryAfterSeconds);
}
