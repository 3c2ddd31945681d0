import { recordAudit } from "#base/server/audit.ts";
import { recordConsent } from "#base/server/consents.store.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { RegisteredConsent } from "#base/server/personal-data/personal-data.ts";
import type { HealthAnswer } from "../contract/conversions.calls.ts";
import { conversionsRefusals } from "../contract/conversions.refusals.ts";
import type { SendTime } from "../contract/enums.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { findDestination, setEnabled } from "./destinations.store.ts";
import { switchListsOff } from "./lists.store.ts";
import { loadHealth } from "./load-health.ts";
import { publishChanged } from "./publish-changed.ts";
import { deleteWaitingFor } from "./purchases.store.ts";
import { loadSettings, saveSettings } from "./settings.store.ts";

type Deps = Pick<ConversionsDeps, "stores" | "adAccounts" | "systemClock">;
export type SettingsInput = { sendAt: SendTime; sharesContacts: boolean };

/**
 * Sets when purchases are sent, and whether contacts are shared: with that the merchant declares that their shoppers
 * agreed, and it is in the audit log who did. Ending it deletes every stored contact at once, and the customer lists.
 */
export const changeSettings =
  ({ stores, adAccounts, systemClock }: Deps) =>
  (ctx: ReadContext, { sendAt, sharesContacts }: SettingsInput): Promise<HealthAnswer> =>
    transact(ctx, async (ctx) => {
      const known = await loadSettings(ctx);
      const contactsAllowedAt = sharesContacts ? (known.contactsAllowedAt ?? ctx.now) : null;
      if (known.sendAt !== sendAt || sharesContacts !== (known.contactsAllowedAt !== null)) {
        await saveSettings(ctx, { sendAt, contactsAllowedAt });
        await stores.setContactSharing(ctx, sharesContacts);
        if (!sharesContacts) await switchListsOff(ctx, systemClock.now());
        await recordAudit(ctx, {
          module: "conversions",
          action: "conversions.settings_changed",
          subject: ctx.actor.merchantId,
          before: { send_at: known.sendAt, shares_contacts: known.contactsAllowedAt !== null },
          after: { send_at: sendAt, shares_contacts: sharesContacts },
        });
        if (sharesContacts !== (known.contactsAllowedAt !== null))
          await recordConsent(ctx, {
            purpose: "conversion_contacts",
            isGiven: sharesContacts,
            channel: "web",
          });
        await publishChanged(ctx, null);
      }
      return loadHealth({ adAccounts })(ctx);
    });

/** Sharing as a consent that can be withdrawn where all of them stand. */
export const contactSharingConsent = (deps: Deps): RegisteredConsent => ({
  purpose: "conversion_contacts",
  isGiven: async (ctx) => (await loadSettings(ctx)).contactsAllowedAt !== null,
  async withdraw(ctx) {
    const { sendAt } = await loadSettings(ctx);
    await changeSettings(deps)(ctx, { sendAt, sharesContacts: false });
  },
});

/** Starts or stops sending to an ad account's pixel. What waits when it is stopped is not sent. */
export const switchDestination =
  ({ adAccounts }: Pick<Deps, "adAccounts">) =>
  (
    ctx: ReadContext,
    { adAccountId, isEnabled }: { adAccountId: string; isEnabled: boolean },
  ): Promise<HealthAnswer> =>
    transact(ctx, async (ctx) => {
      await changeDestination({ adAccounts }, ctx, { adAccountId, isEnabled });
      return loadHealth({ adAccounts })(ctx);
    });

async function changeDestination(
  { adAccounts }: Pick<Deps, "adAccounts">,
  ctx: Context,
  { adAccountId, isEnabled }: { adAccountId: string; isEnabled: boolean },
): Promise<void> {
  const account = await adAccounts.findLinkedAdAccount(ctx, adAccountId);
  if (!account) return conversionsRefusals.refuse("conversions.ad_account_not_found");
  if (isEnabled && !account.has_pixel) conversionsRefusals.refuse("conversions.pixel_required");
  if (!isEnabled && !(await findDestination(ctx, adAccountId))) return;
  const { platform } = account;
  if (!(await setEnabled(ctx, { adAccountId, platform, isEnabled }))) return;
  if (!isEnabled) await deleteWaitingFor(ctx, adAccountId);
  await recordAudit(ctx, {
    module: "conversions",
    action: isEnabled ? "conversions.enabled" : "conversions.disabled",
    subject: adAccountId,
    after: { platform },
  });
  await publishChanged(ctx, adAccountId);
}
