import type { Db } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { PaymentGateway } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import {
  findSubscription,
  markSubscriptionVerified,
  saveSubscription,
} from "./webhook-subscriptions.store.ts";

type Deps = Pick<PaymentsDeps, "gateways" | "systemClock" | "log" | "settings">;

const minuteMs = 60_000;
/** A verified webhook is checked again hourly: somebody may have removed it at the gateway. */
const recheckMs = 60 * minuteMs;
/** The code comes once, at once. One that has not come after this time is requested again. */
const resendCodeMs = 10 * minuteMs;
const alarmMs = 60 * minuteMs;

/** Ensures the webhook of every gateway. One that does not answer does not keep the others waiting. */
export const ensureSubscribed = (deps: Deps) => {
  const ensure = ensureOne(deps);
  return async (db: Db): Promise<void> => {
    for (const gateway of deps.gateways.all) {
      await ensure(db, gateway).catch((error) =>
        deps.log.warn({ err: error, gateway: gateway.gateway }, "the gateway's webhook could not be ensured"),
      );
    }
  };
};

/**
 * Ensures one verified webhook at the gateway; runs every minute. An unverified one receives nothing, so its code is
 * requested again until it is verified; alarmed after an hour. Payments do not depend on it: the sweeps read payments
 * too.
 */
const ensureOne =
  ({ systemClock, log, settings }: Deps) =>
  async (db: Db, gateway: PaymentGateway): Promise<void> => {
    const url = `${settings.publicUrl}/webhooks/${gateway.gateway}`;
    const now = systemClock.now();
    const since = (at: Date) => now.getTime() - at.getTime();
    const known = await findSubscription(db, { gateway: gateway.gateway, url });
    if (known?.is_verified && since(known.checked_at) < recheckMs) return;

    const isCodeLost =
      known !== undefined && !known.is_verified && since(known.code_requested_at) >= resendCodeMs;
    const { webhookId, isVerified } = await gateway.ensureWebhook(url, { resendCode: isCodeLost });
    const unverifiedSince = isVerified ? null : (known?.unverified_since ?? now);
    await saveSubscription(db, {
      gateway: gateway.gateway,
      url,
      webhook_id: webhookId,
      is_verified: isVerified,
      code_requested_at: known?.webhook_id === webhookId ? known.code_requested_at : now,
      unverified_since: unverifiedSince,
      checked_at: now,
    });
    if (unverifiedSince && since(unverifiedSince) >= alarmMs)
      log.error(
        { alarm: "webhook_unverified", url, since: unverifiedSince },
        "the webhook is still not verified",
      );
  };

/**
 * Sends the verification code back to the gateway. After a refused code the check that runs every minute requests a new
 * one.
 */
export const verifyWebhook =
  ({ gateways, log }: Pick<Deps, "gateways" | "log">) =>
  async (
    db: Db,
    { gateway, webhookId, code }: { gateway: string; webhookId: string; code: string },
  ): Promise<void> => {
    try {
      await gateways.find(gateway).verifyWebhook(webhookId, code);
    } catch (error) {
      if (!isFault(error, "rejected")) throw error;
      log.warn({ err: error, webhook_id: webhookId }, "the gateway refused its verification code");
      return;
    }
    await markSubscriptionVerified(db, { gateway, webhook_id: webhookId });
  };
