import type { FastifyInstance } from "fastify";
import { normalizeAddress } from "#base/server/client-address.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { CallRequest } from "#base/server/http/handlers.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { type PrivacyCalls, privacyCalls } from "../contract/privacy.calls.ts";
import { changeConsent, showConsentLog } from "./keep-consents.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";
import { cancelErasure, requestErasure } from "./request-erasure.ts";
import { openExport, requestExport } from "./request-export.ts";
import { showLooks } from "./show-looks.ts";
import { showOverview } from "./show-overview.ts";

export function mountPrivacy(app: FastifyInstance, http: HttpContext, deps: PrivacyDeps): void {
  const show = showOverview(deps);
  const open = openExport(deps);
  const begin = requestExport(deps);
  const change = changeConsent(deps);
  const erase = requestErasure(deps);
  const cancel = cancelErasure(deps);
  const looks = showLooks(deps);
  /** What stands after a change. */
  const shown = async (ctx: ReadContext, work: Promise<void>) => {
    await work;
    return show(ctx);
  };
  mountCalls(app, http, privacyCalls, {
    "GET Clients/Privacy/index": ({ ctx }) => show(ctx),
    "POST Clients/Privacy/exports": ({ ctx }) => shown(ctx, begin(ctx)),
    "GET Clients/Privacy/exports/{id}/file": ({ ctx, params }) => open(ctx, params.id),
    "GET Clients/Privacy/consents": ({ ctx, query }) => showConsentLog(ctx, query),
    "PUT Clients/Privacy/consents/{purpose}": ({ ctx, params: { purpose }, body }) =>
      shown(ctx, change(ctx, { purpose, isGiven: body.is_given })),
    "GET Clients/Privacy/looks": ({ ctx, query }) => looks(ctx, query),
    "POST Clients/Privacy/erasure/code": (from) =>
      deps.merchants.requestConfirmation(from.ctx, { purpose: "erasure", caller: toCaller(from) }),
    "POST Clients/Privacy/erasure": ({ body, ...from }) =>
      shown(from.ctx, erase(from.ctx, { code: body.code, caller: toCaller(from) })),
    "DELETE Clients/Privacy/erasure": ({ ctx }) => shown(ctx, cancel(ctx)),
  });
}

type From = Pick<
  CallRequest<PrivacyCalls["POST Clients/Privacy/erasure/code"]>,
  "session" | "ip" | "userAgent" | "language"
>;

const toCaller = ({ session, ip, userAgent, language }: From) => ({
  sessionId: session.sessionId,
  address: normalizeAddress(ip),
  userAgent,
  language,
});
