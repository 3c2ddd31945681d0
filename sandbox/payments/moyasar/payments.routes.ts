import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import { authenticateKey, KEYS, requireSecretKey } from "./auth.ts";
import { invalidFields, MoyasarError, unauthenticated } from "./errors.ts";
import type { Payment } from "./model.ts";
import { metadata, parsePaymentBody, unflattenForm } from "./payment-body.ts";
import type { PaymentService } from "./payment-service.ts";

const PAGE_SIZE = 40;

/** Moyasar docs, Payments. */
export function paymentRoutes(app: FastifyInstance, service: PaymentService): void {
  app.post("/v1/payments", (request, reply) => {
    const key = authenticateKey(request);
    const body = parsePaymentBody(parseBody(request));
    const isForBrowsers = body.source.type === "creditcard";
    if (isForBrowsers && key === "secret")
      throw new MoyasarError(
        403,
        "authentication_error",
        "Card data must come from the browser with the publishable key",
      );
    if (body.source.type === "token" && key === "publishable")
      throw unauthenticated("A saved card is charged with the secret key");
    // 201 also when the bank declines: the status says so.
    return reply.code(201).send(service.present(service.create(body, request.ip)));
  });

  app.get("/v1/payments", (request) => {
    requireSecretKey(request);
    return listPayments(request.query as Record<string, string>, service);
  });
  app.get("/v1/payments/:id", (request) => {
    requireSecretKey(request);
    return service.present(service.find(parsePaymentId(request)));
  });
  app.put("/v1/payments/:id", (request) => {
    requireSecretKey(request);
    const payment = service.find(parsePaymentId(request));
    const change = checked(describing, parseBody(request));
    return service.present(service.updateDetails(payment, change));
  });

  const amountRoute = (path: string, act: (payment: Payment, amount?: number) => Payment) =>
    app.post(`/v1/payments/:id/${path}`, (request) => {
      requireSecretKey(request);
      const payment = service.find(parsePaymentId(request));
      return service.present(act(payment, checked(withAmount, parseBody(request) ?? {}).amount));
    });
  amountRoute("refund", service.refund);
  amountRoute("capture", service.capture);
  amountRoute("void", service.void);

  app.post("/v1/applepay/initiate", (request) => {
    const input = checked(applePay, parseBody(request));
    if (input.publishable_api_key !== KEYS.publishable) throw unauthenticated();
    const now = Date.now();
    return {
      epochTimestamp: now,
      expiresAt: now + 300_000,
      merchantSessionIdentifier: "sandbox",
      domainName: input.domain_name,
      displayName: input.display_name,
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

export function parsePaymentId(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** JSON unchanged; a form unflattened into its nested shape. */
export function parseBody(request: FastifyRequest): unknown {
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  return isForm ? unflattenForm((request.body ?? {}) as Record<string, unknown>) : request.body;
}

export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = checkBody(schema, body);
  if (!result.ok) throw invalidFields(result.problems);
  return result.value;
}

/** Newest first, 40 a page; filters by id, status, source, created and metadata. */
function listPayments(query: Record<string, string>, service: PaymentService): Record<string, unknown> {
  const rows = [...service.payments.values()]
    .filter((payment) => Object.entries(query).every(([name, value]) => matches(payment, name, value)))
    .sort((one, other) => other.sequence - one.sequence);
  return toPage("payments", rows.map(service.present), query.page);
}

/** One page of a list, 40 items, with the vendor's `meta`. */
export function toPage(name: string, rows: unknown[], pageText: string | undefined): Record<string, unknown> {
  const page = Math.max(1, Number(pageText ?? 1) || 1);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  return {
    [name]: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    meta: {
      current_page: page,
      next_page: page < pages ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
      total_pages: pages,
      total_count: rows.length,
    },
  };
}

function matches(payment: Payment, name: string, value: string): boolean {
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
