import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { conversionsCalls } from "../contract/conversions.calls.ts";
import { changeSettings, switchDestination } from "./change-settings.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { eraseShopper } from "./erase-shopper.ts";
import { listRefused } from "./list-refused.ts";
import { loadHealth } from "./load-health.ts";
import { switchBuyersList } from "./switch-buyers-list.ts";

export function mountConversions(app: FastifyInstance, context: HttpContext, deps: ConversionsDeps): void {
  const load = loadHealth(deps);
  const change = changeSettings(deps);
  const switchTo = switchDestination(deps);
  const exclude = switchBuyersList(deps);
  const erase = eraseShopper(deps);
  mountCalls(app, context, conversionsCalls, {
    "GET Clients/Conversions/index": ({ ctx }) => load(ctx),
    "POST Clients/Conversions/settings": ({ ctx, body }) =>
      change(ctx, { sendAt: body.send_at, sharesContacts: body.shares_contacts }),
    "POST Clients/Conversions/destination": ({ ctx, body }) =>
      switchTo(ctx, { adAccountId: body.ad_account_id, isEnabled: body.is_enabled }),
    "POST Clients/Conversions/exclude-buyers": ({ ctx, body }) =>
      exclude(ctx, { adAccountId: body.ad_account_id, isOn: body.is_on }),
    "GET Clients/Conversions/refused": ({ ctx, query }) => listRefused(ctx, query),
    "POST Clients/Conversions/erase": ({ ctx, body }) => erase(ctx, body),
  });
}
