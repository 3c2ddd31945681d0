import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { messagesCalls } from "../contract/messages.calls.ts";
import { loadEmailAddress, type ProveEmailDeps, proveEmail, requestEmailCode } from "./prove-email.ts";

export function mountMessages(app: FastifyInstance, context: HttpContext, deps: ProveEmailDeps): void {
  const request = requestEmailCode(deps);
  const prove = proveEmail(deps);
  const load = loadEmailAddress(deps);
  mountCalls(app, context, messagesCalls, {
    "GET Clients/Messages/email": ({ ctx }) => load(ctx),
    "POST Clients/Messages/email/code": async ({ ctx, language }) => ({
      countdown: await request(ctx, { language }),
    }),
    "POST Clients/Messages/email/proof": ({ ctx, body }) => prove(ctx, body),
  });
}
