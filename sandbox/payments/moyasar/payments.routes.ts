import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import { KEYS, keyOf, needSecret } from "./auth.ts";
import type { Desk } from "./desk.ts";
import { invalidFields, MoyasarError, unauthenticated } from "./errors.ts";
import type { Payment } from "./model.ts";
import { metadata, readPaymentBody, unfold } from "./payment-body.ts";

const PAGE_SIZE = 40;

/** Moyasar docs, Payments. */
export function paymentRoutes(app: FastifyInstance, desk: Desk): void {
  app.post("/v1/payments", (request, reply) => {
    const key = keyOf(request);
    const body = readPaymentBody(bodyOf(request));
    const isForBrowsers = body.source.type === "creditcard";
    if (isForBrowsers && key === "secret")
      throw new MoyasarError(
        403,
        "authentication_error",
        "Card data must come from the browser with the publishable key",
      );
    if (body.source.type === "token" && key === "publishable")
      throw unauthenticated("A saved card is charged with the secret key");
    // 201 also when the bank says no: the status tells.
    return reply.code(201).send(desk.show(desk.create(body, request.ip)));
  });

  app.get("/v1/payments", (request) => {
    needSecret(request);
    return listPayments(request.query as Record<string, string>, desk);
  });
  app.get("/v1/payments/:id", (request) => {
    needSecret(request);
    return desk.show(desk.find(idOf(request)));
  });
  app.put("/v1/payments/:id", (request) => {
    needSecret(request);
    const payment = desk.find(idOf(request));
    const change = checked(describing, bodyOf(request));
    return desk.show(desk.describe(payment, change));
  });

  const amounted = (path: string, act: (payment: Payment, amount?: number) => Payment) =>
    app.post(`/v1/payments/:id/${path}`, (request) => {
      needSecret(request);
      const payment = desk.find(idOf(request));
      return desk.show(act(payment, checked(withAmount, bodyOf(request) ?? {}).amount));
    });
  amounted("refund", desk.refund);
  amounted("capture", desk.capture);
  amounted("void", desk.void);

  app.post("/v1/applepay/initiate", (request) => {
    const ask = checked(applePay, bodyOf(request));
    if (ask.publishable_api_key !== KEYS.publishable) throw unauthenticated();
    const now = Date.now();
    return {
      epochTimestamp: now,
      expiresAt: now + 300_000,
      merchantSessionIdentifier: "sandbox",
      domainName: ask.domain_name,
      displayName: ask.display_name,
      signature: "sandbox",
    };
  });
}

const describing = z.strictObject({
  description: z.string().max(500).optional(),
  metadata: metadata.optional(),
});
const withAmount = z.strictObject({ amount: z.number().int().min(1).optional() });
const applePay = z.strictObject({
  validation_url: z.url(),
  display_name: z.string().min(1),
  domain_name: z.string().min(1),
  publishable_api_key: z.string(),
});

export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** JSON as it is; a form in its nested shape. */
export function bodyOf(request: FastifyRequest): unknown {
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  return isForm ? unfold((request.body ?? {}) as Record<string, unknown>) : request.body;
}

export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = checkBody(schema, body);
  if (!result.ok) throw invalidFields(result.problems);
  return result.value;
}

/** Newest first, 40 a page; filters by id, status, source, created and metadata. */
function listPayments(query: Record<string, string>, desk: Desk): Record<string, unknown> {
  const rows = [...desk.payments.values()]
    .filter((payment) => Object.entries(query).every(([name, value]) => fits(payment, name, value)))
    .sort((one, other) => other.turn - one.turn);
  const page = Math.max(1, Number(query.page ?? 1) || 1);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  return {
    payments: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(desk.show),
    meta: {
      current_page: page,
      next_page: page < pages ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
      total_pages: pages,
      total_count: rows.length,
    },
  };
}

function fits(payment: Payment, name: string, value: string): boolean {
  const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
  if (key !== undefined) return payment.metadata?.[key] === value;
  switch (name) {
    case "id":
      return payment.id === value;
    case "status":
      return payment.status === value;
    case "source":
      return payment.source.type === value;
    case "created[gt]":
      return payment.created_at > value;
    case "created[lt]":
      return payment.created_at < value;
    default:
      return true;
  }
}
