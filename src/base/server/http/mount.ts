// Adds `compress` to the options of a route.
import type {} from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { getAnswerKind } from "../../shared/answer-kinds.ts";
import type { CallName, Calls } from "../../shared/contract.ts";
import { answerCall, type ServedCall } from "./answer-call.ts";
import { type ContextDeps, guard } from "./guard.ts";
import type { Handlers, UploadHandler } from "./handlers.ts";
import { makeInputParsers } from "./read-inputs.ts";
import { mountResumable } from "./resumable.ts";
import type { Authenticate, AuthenticateStaff } from "./session.ts";
import type { SignedLinks } from "./signed-links.ts";

export type HttpContext = ContextDeps & {
  authenticate: Authenticate;
  authenticateStaff: AuthenticateStaff;
  /** Signs addresses of files for callers that cannot send a token, and reads them. */
  links: SignedLinks;
  mounted: Calls;
};

/** Serves every call of a contract: authorization, validation, one handler, an answer of the call's kind. */
export function mountCalls<Table extends Calls>(
  app: FastifyInstance,
  context: HttpContext,
  calls: Table,
  handlers: Handlers<Table>,
) {
  for (const name of Object.keys(calls) as (keyof Table & CallName)[]) {
    const call = calls[name];
    if (!call) continue;
    context.mounted[name] = call;
    const read = makeInputParsers(call);
    const { resumable } = call;
    // The table above has checked its type.
    const handler: unknown = handlers[name];
    if (resumable) {
      const upload = handler as UploadHandler<unknown, unknown>;
      mountResumable(app, context, { name, call, read, resumable, handler: upload });
    } else {
      mountCall(app, context, { name, call, read, handle: handler as ServedCall["handle"] });
    }
  }
}

function mountCall(app: FastifyInstance, context: HttpContext, served: ServedCall) {
  const { name, call } = served;
  const [method = "GET", path = ""] = name.split(" ");
  const kind = getAnswerKind(call.answer);
  app.route({
    method: kind === "file" ? [method, "HEAD"] : method,
    url: toUrl(path),
    // A HEAD would start a stream, and hold it open for nothing.
    exposeHeadRoute: kind === "json",
    compress: kind === "json" ? {} : false,
    onRequest: guard(name, call.access, context),
    handler: (request, reply) => answerCall(context, served, request, reply),
  });
}

/** "Clients/Campaigns/{id}" as the router writes it. */
function toUrl(path: string): string {
  return `/${path.replace(/\{(\w+)\}/g, ":$1")}`;
}
