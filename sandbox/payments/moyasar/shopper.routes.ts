import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { World } from "../../base/world.ts";
import type { Desk } from "./desk.ts";
import { invalid, notFound } from "./errors.ts";
import type { CardToken, Payment } from "./model.ts";
import { format } from "./money.ts";
import { idOf } from "./payments.routes.ts";
import { AUTH_RESULTS, issuerPage, otpPage, overPage } from "./shopper-pages.ts";
import type { Hooks } from "./webhooks.ts";

/** Everything the shopper meets away from the merchant's page. Nobody signs in here: the address is the ticket. */
export function shopperRoutes(app: FastifyInstance, desk: Desk, hooks: Hooks, world: World): void {
  const here = (path: string) => `${world.url("moyasar")}/v1${path}`;

  app.get("/v1/card_auth/:id/prepare", (request, reply) => {
    const payment = desk.find(idOf(request));
    if (payment.status !== "initiated") return goBack(reply, payment);
    if (payment.plan.challenge === "frictionless") return goBack(reply, desk.decide(payment, true));
    return reply.redirect(here(`/card_auth/${payment.id}/acs`), 302);
  });
  app.get("/v1/card_auth/:id/acs", (request, reply) => {
    const payment = desk.find(idOf(request));
    if (payment.status !== "initiated") return goBack(reply, payment);
    const action = here(`/card_auth/${payment.id}/set_auth_result`);
    const amount = format(payment.amount, payment.currency);
    return send(reply, issuerPage({ amount, card: payment.source.number ?? "", action }));
  });
  app.post("/v1/card_auth/:id/set_auth_result", (request, reply) => {
    const payment = desk.find(idOf(request));
    const result = resultOf(request);
    // The fault half_done: the shopper did all they had to, and the gateway never heard from the bank.
    const isStuck = world.faults.take("moyasar", ["half_done"]) !== null;
    if (result !== "ABANDONED" && !isStuck)
      return goBack(reply, desk.decide(payment, result === "AUTHENTICATED"));
    if (payment.status === "initiated") hooks.tell("payment_abandoned", desk.show(payment));
    return goBack(reply, payment);
  });

  app.get("/v1/tokens/:id/verify", (request, reply) => {
    const token = tokenOf(desk, request);
    if (token.status !== "initiated") return goBackWithToken(reply, token);
    return send(
      reply,
      issuerPage({ amount: null, card: token.masked, action: here(`/tokens/${token.id}/verify`) }),
    );
  });
  app.post("/v1/tokens/:id/verify", (request, reply) => {
    const token = tokenOf(desk, request);
    const result = resultOf(request);
    if (token.status !== "initiated" || result === "ABANDONED") return goBackWithToken(reply, token);
    const isGood = result === "AUTHENTICATED" && token.challenge !== "fails" && token.code === "00";
    const status = isGood ? "active" : "inactive";
    return goBackWithToken(
      reply,
      desk.tokens.put({ ...token, status, updated_at: new Date().toISOString() }),
    );
  });

  app.get("/v1/stc_pays/:id/proceed", (request, reply) => {
    const payment = desk.find(idOf(request));
    if (payment.status !== "initiated") return goBack(reply, payment);
    return send(reply, otpPage(payment, here(`/stc_pays/${payment.id}/proceed`)));
  });
  app.post("/v1/stc_pays/:id/proceed", (request, reply) => {
    const payment = desk.find(idOf(request));
    const { otp_value: otp } = (request.body ?? {}) as { otp_value?: unknown };
    if (typeof otp !== "string" || !/^\d{4,6}$/.test(otp)) throw invalid({ otp_value: ["is not a code"] });
    const done = payment.status === "initiated" ? proceed(desk, payment, otp) : payment;
    const isPage = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    return isPage && request.headers.accept?.includes("text/html") ? goBack(reply, done) : desk.show(done);
  });
}

/** Moyasar docs, STC Pay testing: two codes pay, the others each fail in their way. */
const OTP_CODES: Record<string, string> = {
  "123456": "00",
  "000000": "00",
  "111111": "51",
  "222222": "61",
  "444444": "99",
};

function proceed(desk: Desk, payment: Payment, otp: string): Payment {
  const code = OTP_CODES[otp] ?? "05";
  return desk.decide({ ...payment, plan: { ...payment.plan, code } }, true);
}

function resultOf(request: FastifyRequest): keyof typeof AUTH_RESULTS {
  const { auth_result: result } = (request.body ?? {}) as { auth_result?: string };
  if (result === undefined || !Object.hasOwn(AUTH_RESULTS, result))
    throw invalid({ auth_result: [`must be one of ${Object.keys(AUTH_RESULTS).join(", ")}`] });
  return result as keyof typeof AUTH_RESULTS;
}

function tokenOf(desk: Desk, request: FastifyRequest): CardToken {
  const token = desk.tokens.get(idOf(request));
  if (!token) throw notFound();
  return token;
}

/** The browser returns by GET; what it carries is a hint, not a proof. */
function goBack(reply: FastifyReply, payment: Payment): FastifyReply {
  const message = payment.source.message ?? "";
  return returnTo(reply, payment.callback_url, { id: payment.id, status: payment.status, message });
}

function goBackWithToken(reply: FastifyReply, token: CardToken): FastifyReply {
  return returnTo(reply, token.callback_url, { id: token.id, status: token.status, message: "" });
}

function returnTo(reply: FastifyReply, address: string | null, told: Record<string, string>): FastifyReply {
  if (!address)
    return send(
      reply,
      overPage({ ar: "انتهت العملية، يمكنك إغلاق الصفحة.", en: "Done, you may close this page." }),
    );
  const back = new URL(address);
  for (const [name, value] of Object.entries(told)) back.searchParams.set(name, value);
  return reply.redirect(back.href, 303);
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(page);
}
