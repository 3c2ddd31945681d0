import type { FastifyReply } from "fastify";
import { app } from "./app.ts";
import type { Grants } from "./grants.ts";
import type { Grant } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  records: Records;
  grants: Grants;
}

/** `POST /oauth2/token`: exchanges a code or a refresh token for a new pair, or gives the OAuth error. */
export function exchange({ records, grants }: Deps, body: unknown, reply: FastifyReply): FastifyReply {
  const form = (body ?? {}) as Record<string, string | undefined>;
  const refuse = (status: number, error: string, reason: string) =>
    reply.status(status).header("cache-control", "no-store").send({ error, error_description: reason });
  if (form.client_id !== app.id || form.client_secret !== app.secret) {
    return refuse(401, "invalid_client", "Client authentication failed");
  }
  if (form.grant_type === "refresh_token") {
    if (!form.refresh_token) return refuse(400, "invalid_request", "refresh_token is required");
    const grant = grants.refresh(form.refresh_token);
    if (!grant) return refuse(400, "invalid_grant", "The refresh token is invalid or was already used");
    return sendTokens(reply, grant, "expires_in");
  }
  if (form.grant_type !== "authorization_code")
    return refuse(400, "unsupported_grant_type", "Unknown grant_type");
  for (const name of ["code", "redirect_uri"]) {
    if (!form[name]) return refuse(400, "invalid_request", `${name} is required`);
  }
  const code = records.codes.get(form.code ?? "");
  if (!code || code.expires < Date.now())
    return refuse(400, "invalid_grant", "The code is invalid, expired or used");
  records.codes.delete(code.id);
  if (code.redirectUri !== form.redirect_uri)
    return refuse(400, "invalid_grant", "redirect_uri does not match");
  const store = records.stores.get(code.storeId);
  if (!store) return refuse(400, "invalid_grant", "The store is gone");
  records.markInstalled(store);
  return sendTokens(reply, grants.issue(store, code.scopes), "expires");
}

/**
 * The lifetime occurs in two shapes in real responses: absolute `expires`, and `expires_in`. Both are produced here.
 */
function sendTokens(reply: FastifyReply, grant: Grant, lifetime: "expires" | "expires_in"): FastifyReply {
  const left = grant.expires - Math.floor(Date.now() / 1000);
  return reply.header("cache-control", "no-store").send({
    access_token: grant.id,
    ...(grant.refreshToken && { refresh_token: grant.refreshToken }),
    [lifetime]: lifetime === "expires" ? grant.expires : left,
    scope: grant.scopes.join(" "),
    token_type: "bearer",
  });
}
