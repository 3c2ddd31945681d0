import { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import {
  type AuthorizationFlow,
  type OpenedAuthorization,
  openAuthorization,
} from "#base/server/oauth/open-authorization.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import { type ReturnPath, returnPaths } from "../contract/enums.ts";
import type { Platform } from "../contract/platforms.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { findAccount } from "./ad-accounts.store.ts";

/** Linking a platform: the page to return to, and the account that is to come back; null to choose any. */
export type LinkDetails = { return_to: ReturnPath; ad_account_id: string | null };
export const linkFlow: AuthorizationFlow<LinkDetails> = {
  owner: "ad_accounts",
  details: z.object({ return_to: z.enum(returnPaths), ad_account_id: z.string().nullable() }),
  refuseTooMany: (params) => adAccountsRefusals.refuse("ad_accounts.too_many_connects", params),
};

type Deps = Pick<AdAccountsDeps, "vault" | "systemClock" | "platforms" | "publicUrl">;

/** Starts linking a platform: where to send the browser, and the cookie it must still hold when it returns. */
export const startAuthorization =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { platform, return_to }: { platform: Platform; return_to: ReturnPath },
  ): Promise<OpenedAuthorization> =>
    openForPlatform(deps, ctx, platform, { return_to, ad_account_id: null });

/** The same for an account whose connection was lost or ended: it comes back with its campaigns. */
export const startReauthorization =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    { ad_account_id, return_to }: { ad_account_id: string; return_to: ReturnPath },
  ): Promise<OpenedAuthorization> => {
    const account = await findAccount(ctx, ad_account_id);
    if (!account) return baseRefusals.refuse("base.not_found");
    return openForPlatform(deps, ctx, account.platform, { return_to, ad_account_id: account.id });
  };

async function openForPlatform(
  deps: Deps,
  ctx: ReadContext,
  platform: Platform,
  details: LinkDetails,
): Promise<OpenedAuthorization> {
  const adapter = deps.platforms[platform];
  if (!adapter)
    return adAccountsRefusals.refuse("ad_accounts.platform_not_available", { platform }, "platform");
  return openAuthorization(deps)(ctx, linkFlow, {
    vendor: platform,
    details,
    openConsent: (request) => adapter.startAuthorization(request),
  });
}
