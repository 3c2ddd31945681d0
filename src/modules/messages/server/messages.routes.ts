import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { messagesCalls } from "../contract/messages.calls.ts";
import { loadEmailAddress, type ProveEmailDeps, proveEmail, requestEmailCode } from "./prove-email.ts";
import {
  listNumbers,
  type ProveNumberDeps,
  proveNumber,
  removeNumber,
  requestNumberCode,
} from "./prove-number.ts";

export function mountMessages(
  app: FastifyInstance,
  context: HttpContext,
  deps: ProveEmailDeps & ProveNumberDeps,
): void {
  const { toPersonContext } = deps.merchants;
  const request = requestEmailCode(deps);
  const prove = proveEmail(deps);
  const load = loadEmailAddress(deps);
  const requestNumber = requestNumberCode(deps);
  const proveFurther = proveNumber(deps);
  mountCalls(app, context, messagesCalls, {
    "GET Clients/Messages/email": ({ ctx }) => load(toPersonContext(ctx)),
    "POST Clients/Messages/email/code": async ({ ctx, language }) => ({
      countdown: await request(toPersonContext(ctx), { language }),
    }),
    "POST Clients/Messages/email/proof": ({ ctx, body }) => prove(toPersonContext(ctx), body),
    "GET Clients/Messages/numbers": ({ ctx }) => listNumbers(ctx),
    "POST Clients/Messages/numbers/code": async ({ ctx, body, language }) => ({
      countdown: await requestNumber(ctx, { number: body.mobile_number, language }),
    }),
    "POST Clients/Messages/numbers/proof": ({ ctx, body }) =>
      proveFurther(ctx, { number: body.mobile_number, code: body.code }),
    "DELETE Clients/Messages/numbers/{number}": ({ ctx, params }) => removeNumber(ctx, params.number),
  });
}
