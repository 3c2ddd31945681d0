import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { HealthAnswer } from "../contract/conversions.calls.ts";
import { conversionsRefusals } from "../contract/conversions.refusals.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { findList, switchList } from "./lists.store.ts";
import { loadHealth } from "./load-health.ts";
import { publishChanged } from "./publish-changed.ts";
import { loadSettings } from "./settings.store.ts";

type Deps = Pick<ConversionsDeps, "adAccounts" | "systemClock">;
type Input = { adAccountId: string; isOn: boolean };

/** Turns an ad account's list of buyers on or off; the next round of the jobs makes, fills or deletes it. */
export const switchBuyersList =
  (deps: Deps) =>
  (ctx: ReadContext, input: Input): Promise<HealthAnswer> =>
    transact(ctx, async (ctx) => {
      await changeList(deps, ctx, input);
      return loadHealth(deps)(ctx);
    });

async function changeList(
  { adAccounts, systemClock }: Deps,
  ctx: Context,
  { adAccountId, isOn }: Input,
): Promise<void> {
  const account = await adAccounts.findLinkedAdAccount(ctx, adAccountId);
  if (!account) return conversionsRefusals.refuse("conversions.ad_account_not_found");
  if (isOn && !(await loadSettings(ctx)).contactsAllowedAt)
    conversionsRefusals.refuse("conversions.contacts_required");
  if (!isOn && !(await findList(ctx, { adAccountId }))) return;
  const { platform } = account;
  if (!(await switchList(ctx, { adAccountId, platform, isOn, systemNow: systemClock.now() }))) return;
  await recordAudit(ctx, {
    module: "conversions",
    action: isOn ? "conversions.buyers_list_on" : "conversions.buyers_list_off",
    subject: adAccountId,
    after: { platform },
  });
  await publishChanged(ctx, adAccountId);
}
