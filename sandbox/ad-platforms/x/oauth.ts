import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendConsentPage, sendRefusalPage } from "../shared/consent-page.ts";
import { webUrl } from "../shared/field-table.ts";
import { X, xConsentPage } from "./consent-page.ts";
import { findIdentity } from "./demo.ts";
import { XError } from "./errors.ts";
import type { Guard } from "./guard.ts";
import type { Registry } from "./registry.ts";
import type { Tokens } from "./tokens.ts";

/** api.x.com: the three legs of OAuth 1.0a. */
export function oauthRoutes(app: FastifyInstance, guard: Guard, tokens: Tokens, registry: Registry): void {
  app.post("/oauth/request_token", (request, reply) =>
    signed(reply, () => {
      const { oauth, rawParams } = guard(request, (token) => (token === null ? "" : null));
      const callback = oauth.get("oauth_callback") ?? new Map(rawParams).get("oauth_callback");
      if (!callback || webUrl(2_048)(callback, "oauth_callback"))
        throw new XError(403, {
          code: "415",
          message: "Callback URL not approved for this client application",
        });
      const { id, secret } = tokens.request(callback);
      return sendForm(reply, {
        oauth_token: id,
        oauth_token_secret: secret,
        oauth_callback_confirmed: "true",
      });
    }),
  );

  app.get("/oauth/authorize", (request, reply) => {
    const requestToken = tokens.findRequest(
      String((request.query as Record<string, unknown>).oauth_token ?? ""),
    );
    if (!requestToken) return sendRefusalPage(reply, X, "This page is no longer valid.");
    return sendConsentPage(reply, xConsentPage(registry.choices(), requestToken.id));
  });

  app.post("/oauth/authorize", (request, reply) => decide(request, reply, tokens, registry));

  app.post("/oauth/access_token", (request, reply) =>
    signed(reply, () => {
      const { oauth, rawParams } = guard(
        request,
        (token) => (token && tokens.findRequest(token)?.secret) || null,
      );
      const verifier = oauth.get("oauth_verifier") ?? new Map(rawParams).get("oauth_verifier") ?? "";
      const token = tokens.exchange(oauth.get("oauth_token") ?? "", verifier);
      const person = token && findIdentity(token.identity);
      if (!person) throw new XError(401, { code: "32", message: "Could not authenticate you." });
      return sendForm(reply, {
        oauth_token: token.id,
        oauth_token_secret: token.secret,
        user_id: person.userId,
        screen_name: person.screenName,
      });
    }),
  );
}

function decide(request: FastifyRequest, reply: FastifyReply, tokens: Tokens, registry: Registry): unknown {
  const form = (request.body ?? {}) as Record<string, string | undefined>;
  const query = request.query as Record<string, string | undefined>;
  const requestToken = tokens.findRequest(form.oauth_token ?? query.oauth_token ?? "");
  if (!requestToken) return sendRefusalPage(reply, X, "This page is no longer valid.");
  const back = new URL(requestToken.callback);
  if (form.decision === "allow") {
    const person = registry.resolveChoice(form.choice ?? "");
    if (!person) return sendRefusalPage(reply, X, "Choose who you are.");
    back.searchParams.set("oauth_token", requestToken.id);
    back.searchParams.set("oauth_verifier", tokens.approve(requestToken.id, person.key));
  } else {
    back.searchParams.set("denied", requestToken.id);
    tokens.deleteRequest(requestToken.id);
  }
  return reply.redirect(back.href, 303);
}

/** The sign-in returns errors in the older shape: a number and a sentence. */
function signed(reply: FastifyReply, work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof XError)) throw error;
    const errors = error.problems.map(({ code, message }) => ({ code: Number(code) || 32, message }));
    return reply.code(error.status).send({ errors });
  }
}

function sendForm(reply: FastifyReply, fields: Record<string, string>): unknown {
  return reply.type("text/html; charset=utf-8").send(new URLSearchParams(fields).toString());
}
