import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { World } from "../../base/world.ts";
import { authenticateKey, requireSecretKey } from "./auth.ts";
import { invalid, notFound } from "./errors.ts";
import type { CardToken } from "./model.ts";
import { address, cardFields, cardProblem, metadata } from "./payment-body.ts";
import { type PaymentService, storeCard } from "./payment-service.ts";
import { checked, parseBody, parsePaymentId } from "./payments.routes.ts";

const newToken = z.strictObject({
  ...cardFields,
  callback_url: address.nullish(),
  save_only: z.boolean().optional(),
  metadata: metadata.nullish(),
});

/** Moyasar docs, Tokenization. */
export function tokenRoutes(app: FastifyInstance, service: PaymentService, world: World): void {
  app.post("/v1/tokens", (request, reply) => {
    authenticateKey(request);
    const card = checked(newToken, parseBody(request));
    const problem = cardProblem(card, new Date());
    if (problem) throw invalid({ [problem.path]: [problem.words] });
    if (!card.save_only && !card.callback_url) throw invalid({ callback_url: ["can't be blank"] });
    const token = storeCard(card, world, service.tokens);
    const verificationUrl = card.save_only ? null : `${world.url("moyasar")}/v1/tokens/${token.id}/verify`;
    return reply.code(201).send(presentToken(token, verificationUrl));
  });

  app.get("/v1/tokens/:id", (request) => {
    requireSecretKey(request);
    return presentToken(find(service, parsePaymentId(request)), null);
  });

  app.delete("/v1/tokens/:id", (request, reply) => {
    requireSecretKey(request);
    service.tokens.delete(find(service, parsePaymentId(request)).id);
    return reply.code(204).send();
  });
}

function find(service: PaymentService, id: string): CardToken {
  const token = service.tokens.get(id);
  if (!token) throw notFound();
  return token;
}

function presentToken(token: CardToken, verificationUrl: string | null): Record<string, unknown> {
  const lastDay = Date.UTC(token.year, token.month, 1);
  return {
    id: token.id,
    status: token.status === "active" && lastDay <= Date.now() ? "expired" : token.status,
    brand: token.company,
    funding: token.company === "mada" ? "debit" : "credit",
    country: "SA",
    month: String(token.month).padStart(2, "0"),
    year: String(token.year),
    name: token.name,
    last_four: token.masked.slice(-4),
    metadata: token.metadata,
    message: null,
    verification_url: verificationUrl,
    created_at: token.created_at,
    updated_at: token.updated_at,
  };
}
