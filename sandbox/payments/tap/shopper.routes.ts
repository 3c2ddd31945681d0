import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendPage } from "../../base/page.ts";
import type { World } from "../../base/world.ts";
import { findOutcome } from "./cards.ts";
import type { ChargeService } from "./charge-service.ts";
import type { Charge } from "./model.ts";
import { BANK_RESULTS, bankPage, cardPage, finishedPage } from "./shopper-pages.ts";

const base = "/gosell/v2/payment";

/** The shopper's pages at Tap and at the bank. Knowing the address is enough. */
export function shopperRoutes(app: FastifyInstance, service: ChargeService, world: World): void {
  const toUrl = (path: string, { id }: Charge) => `${world.url("tap-page")}${base}/${path}?chg=${id}`;
  const findCharge = (request: FastifyRequest) => service.find((request.query as { chg?: string }).chg ?? "");

  app.get(`${base}/tap_process.aspx`, (request, reply) => {
    const charge = findCharge(request);
    if (charge.status !== "INITIATED") return redirectBack(reply, charge);
    return sendPage(reply, 200, cardPage(charge, toUrl("tap_process.aspx", charge), null));
  });
  app.post(`${base}/tap_process.aspx`, (request, reply) => {
    const charge = findCharge(request);
    const input = (request.body ?? {}) as Record<string, string>;
    if (charge.status !== "INITIATED") return redirectBack(reply, charge);
    if (input.leave) return redirectBack(reply, service.decide(charge, findOutcome("302")));
    const card = parseCard(input);
    if (!card)
      return sendPage(reply, 200, cardPage(charge, toUrl("tap_process.aspx", charge), "البطاقة غير صحيحة"));
    const chosen = service.chooseCard(charge, card);
    if (chosen.status !== "INITIATED") return redirectBack(reply, chosen);
    return reply.redirect(toUrl("authenticate", chosen), 303);
  });

  app.get(`${base}/authenticate`, (request, reply) => {
    const charge = findCharge(request);
    if (charge.status !== "INITIATED" || !charge.card) return redirectBack(reply, charge);
    return sendPage(reply, 200, bankPage(charge, toUrl("authenticate", charge)));
  });
  app.post(`${base}/authenticate`, (request, reply) => {
    const charge = findCharge(request);
    const { result } = (request.body ?? {}) as { result?: keyof typeof BANK_RESULTS };
    const answer = result && Object.hasOwn(BANK_RESULTS, result) ? BANK_RESULTS[result] : null;
    if (!answer || charge.status !== "INITIATED" || !charge.card) return redirectBack(reply, charge);
    // The fault half_done: the shopper finished, and Tap never got the bank's answer.
    if (world.faults.consume("tap", ["half_done"])) return redirectBack(reply, charge);
    const outcome = answer.code === null ? charge.card.outcome : findOutcome(answer.code);
    return redirectBack(reply, service.decide(charge, outcome));
  });
}

function parseCard(input: Record<string, string>) {
  const number = (input.number ?? "").replaceAll(/[\s-]/g, "");
  const month = Number(input.month);
  const year = Number((input.year ?? "").length === 2 ? `20${input.year}` : input.year);
  const isValid = /^\d{12,19}$/.test(number) && month >= 1 && month <= 12 && year >= 2000 && year < 2100;
  return isValid && /^\d{3,4}$/.test(input.cvc ?? "")
    ? { number, month, year, name: input.name ?? "" }
    : null;
}

/** The browser returns by GET with `tap_id`: a hint, not a proof. */
function redirectBack(reply: FastifyReply, charge: Charge): FastifyReply {
  if (charge.redirectUrl === null) return sendPage(reply, 200, finishedPage());
  const back = new URL(charge.redirectUrl);
  back.searchParams.set("tap_id", charge.id);
  return reply.redirect(back.href, 303);
}
