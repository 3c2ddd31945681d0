import { type Db, sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { PaymentsDeps } from "./payments.deps.ts";

type Deps = Pick<PaymentsDeps, "gateway" | "systemClock" | "log" | "settings">;
type WebhookSubscription = {
  webhook_id: string;
  is_verified: boolean;
  code_requested_at: Date;
  unverified_since: Date | null;
  checked_at: Date;
};

const minuteMs = 60_000;
/** A verified webhook is checked again hourly: somebody may have removed it at the gateway. */
const recheckMs = 60 * minuteMs;
/** The code comes once, at once. One that has not come after this time is requested again. */
const resendCodeMs = 10 * minuteMs;
const alarmMs = 60 * minuteMs;

/**
 * Ensures one verified webhook at the gateway; runs every minute. An unverified one receives nothing, so its code is
 * requested again until it is verified; alarmed after an hour. Payments do not depend on it: the sweeps read payments
 * too.
 */
export const ensureSubscribed =
  ({ gateway, systemClock, log, settings }: Deps) =>
  async (db: Db): Promise<void> => {
    const url = `${settings.publicUrl}/webhooks/${gateway.gateway}`;
    const now = systemClock.now();
    const since = (at: Date) => now.getTime() - at.getTime();
    const known = await db.maybeOne<WebhookSubscription>(sql`
      select webhook_id, is_verified, code_requested_at, unverified_since, checked_at from payments.webhook_subscriptions
      where gateway = ${gateway.gateway} and url = ${url}`);
    if (known?.is_verified && since(known.checked_at) < recheckMs) return;

    const isCodeLost =
      known !== undefined && !known.is_verified && since(known.code_requested_at) >= resendCodeMs;
    const { webhookId, isVerified } = await gateway.ensureWebhook(url, { resendCode: isCodeLost });
    const requestedAt = known?.webhook_id === webhookId ? known.code_requested_at : now;
    const unverifiedSince = isVerified ? null : (known?.unverified_since ?? now);
    await db.run(sql`
      insert into payments.webhook_subscriptions
        (gateway, url, webhook_id, is_verified, code_requested_at, unverified_since, checked_at)
      values (${gateway.gateway}, ${url}, ${webhookId}, ${isVerified}, ${requestedAt}, ${unverifiedSince}, ${now})
      on conflict (gateway, url) do update set webhook_id = excluded.webhook_id, is_verified = excluded.is_verified,
        code_requested_at = excluded.code_requested_at, unverified_since = excluded.unverified_since,
        checked_at = excluded.checked_at`);
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
  ({ gateway, log }: Pick<Deps, "gateway" | "log">) =>
  async (db: Db, { webhookId, code }: { webhookId: string; code: string }): Promise<void> => {
    try {
      await gateway.verifyWebhook(webhookId, code);
    } catch (error) {
      if (!isFault(error, "rejected")) throw error;
      log.warn({ err: error, webhook_id: webhookId }, "the gateway refused its verification code");
      return;
    }
    await db.run(sql`
      update payments.webhook_subscriptions set is_verified = true, unverified_since = null
      where gateway = ${gateway.gateway} and webhook_id = ${webhookId}`);
  };
