import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { World } from "../../base/world.ts";
import { invalid, notFound } from "./errors.ts";
import type { CardToken, Payment } from "./model.ts";
import { format } from "./money.ts";
import type { PaymentService } from "./payment-service.ts";
import { parsePaymentId } from "./payments.routes.ts";
import { AUTH_RESULTS, finishedPage, issuerPage, otpPage } from "./shopper-pages.ts";
import type { Hooks } from "./webhooks.ts";

/** The shopper's pages outside the merchant's site. They need no sign-in: knowing the address is enough. */
export function shopperRoutes(
  app: FastifyInstance,
  service: PaymentService,
  hooks: Hooks,
  world: World,
): void {
  const toUrl = (path: string) => `${world.url("moyasar")}/v1${path}`;

  app.get("/v1/card_auth/:id/prepare", (request, reply) => {
    const payment = service.find(parsePaymentId(request));
    if (payment.status !== "initiated") return redirectBack(reply, payment);
    if (payment.plan.challenge === "frictionless") return redirectBack(reply, service.decide(payment, true));
    return reply.redirect(toUrl(`/card_auth/${payment.id}/acs`), 302);
  });
  app.get("/v1/card_auth/:id/acs", (request, reply) => {
    const payment = service.find(parsePaymentId(request));
    if (payment.status !== "initiated") return redirectBack(reply, payment);
    const action = toUrl(`/card_auth/${payment.id}/set_auth_result`);
    const amount = format(payment.amount, payment.currency);
    return send(reply, issuerPage({ amount, card: payment.source.number ?? "", action }));
  });
  app.post("/v1/card_auth/:id/set_auth_result", (request, reply) => {
    const payment = service.find(parsePaymentId(request));
    const result = parseAuthResult(request);
    // The fault half_done: the shopper finished, and the gateway never got the bank's answer.
    const isStuck = world.faults.consume("moyasar", ["half_done"]) !== null;
    if (result !== "ABANDONED" && !isStuck)
      return redirectBack(reply, service.decide(payment, result === "AUTHENTICATED"));
    if (payment.status === "initiated") hooks.sendEvent("payment_abandoned", service.present(payment));
    return redirectBack(reply, payment);
  });

  app.get("/v1/tokens/:id/verify", (request, reply) => {
    const token = loadToken(service, request);
    if (token.status !== "initiated") return redirectBackWithToken(reply, token);
    return send(
      reply,
      issuerPage({ amount: null, card: token.masked, action: toUrl(`/tokens/${token.id}/verify`) }),
    );
  });
  app.post("/v1/tokens/:id/verify", (request, reply) => {
    const token = loadToken(service, request);
    const result = parseAuthResult(request);
    if (token.status !== "initiated" || result === "ABANDONED") return redirectBackWithToken(reply, token);
    const isUsable = result === "AUTHENTICATED" && token.challenge !== "fails" && token.code === "00";
    const status = isUsable ? "active" : "inactive";
    return redirectBackWithToken(
      reply,
      service.tokens.put({ ...token, status, updated_at: new Date().toISOString() }),
    );
  });

  app.get("/v1/stc_pays/:id/proceed", (request, reply) => {
    const payment = service.find(parsePaymentId(request));
    if (payment.status !== "initiated") return redirectBack(reply, payment);
    return send(reply, otpPage(payment, toUrl(`/stc_pays/${payment.id}/proceed`)));
  });
  app.post("/v1/stc_pays/:id/proceed", (request, reply) => {
    const payment = service.find(parsePaymentId(request));
    const { otp_value: otp } = (request.body ?? {}) as { otp_value?: unknown };
    if (typeof otp !== "string" || !/^\d{4,6}$/.test(otp)) throw invalid({ otp_value: ["is not a code"] });
    const done = payment.status === "initiated" ? confirmOtp(service, payment, otp) : payment;
    const isPage = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    return isPage && request.headers.accept?.includes("text/html")
      ? redirectBack(reply, done)
      : service.present(done);
  });
}

/** Moyasar docs, STC Pay testing: two codes pay, each of the others fails in its own way. */
const OTP_CODES: Record<string, string> = {
  "123456": "00",
  "000000": "00",
  "111111": "51",
  "222222": "61",
  "444444": "99",
};

function confirmOtp(service: PaymentService, payment: Payment, otp: string): Payment {
  const code = OTP_CODES[otp] ?? "05";
  return service.decide({ ...payment, plan: { ...payment.plan, code } }, true);
}

function parseAuthResult(request: FastifyRequest): keyof typeof AUTH_RESULTS {
  const { auth_result: result } = (request.body ?? {}) as { auth_result?: string };
  if (result === undefined || !Object.hasOwn(AUTH_RESULTS, result))
    throw invalid({ auth_result: [`must be one of ${Object.keys(AUTH_RESULTS).join(", ")}`] });
  return result as keyof typeof AUTH_RESULTS;
}

function loadToken(service: PaymentService, request: FastifyRequest): CardToken {
  const token = service.tokens.get(parsePaymentId(request));
  if (!token) throw notFound();
  return token;
}

/** The browser returns by GET; its parameters are a hint, not a proof. */
function redirectBack(reply: FastifyReply, payment: Payment): FastifyReply {
  const message = payment.source.message ?? "";
  return redirectTo(reply, payment.callback_url, { id: payment.id, status: payment.status, message });
}

function redirectBackWithToken(reply: FastifyReply, token: CardToken): FastifyReply {
  return redirectTo(reply, token.callback_url, { id: token.id, status: token.status, message: "" });
}

function redirectTo(
  reply: FastifyReply,
  address: string | null,
  params: Record<string, string>,
): FastifyReply {
  if (!address)
    return send(
      reply,
      finishedPage({ ar: "انتهت العملية، يمكنك إغلاق الصفحة.", en: "Done, you may close this page." }),
    );
  const back = new URL(address);
  for (const [name, value] of Object.entries(params)) back.searchParams.set(name, value);
  return reply.redirect(back.href, 303);
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(page);
}
