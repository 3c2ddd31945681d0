import type { Clock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { RescheduleJob } from "#base/server/jobs.ts";
import type { Log } from "#base/server/log.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { deleteDevice, listDevices, type PushDevice } from "./push-devices.store.ts";
import { toSealContext } from "./push-devices.ts";
import type { sendPushJob } from "./send-push.job.ts";
import { loadVapidKeys, type VapidKeysDeps } from "./vapid-keys.ts";

export type SendPushDeps = VapidKeysDeps & { systemClock: Clock; worldClock: Clock; log: Log };
type Input = ReturnType<(typeof sendPushJob)["input"]["parse"]>;

const keptSeconds = 86_400;

/**
 * Sends a notification to a browser, which shows it with its act. Repeated it shows once: the later one replaces the one
 * before. A browser whose subscription has ended, or was made with other keys, is removed.
 */
export const sendPush =
  (deps: SendPushDeps) =>
  async (db: Db, input: Input): Promise<void> => {
    const { pushSender, vault, systemClock, log } = deps;
    const device = (await listDevices({ db }, input.person_id)).find(({ id }) => id === input.device_id);
    const leftSeconds = Math.floor((input.expires_at.getTime() - systemClock.now().getTime()) / 1_000);
    if (!device || leftSeconds <= 0) return;
    const keys = await loadVapidKeys(deps)(db);
    const remove = () => removeDevice(deps, db, { device, merchantId: input.merchant_id });
    if (device.vapid_public_key !== keys.publicKey) return remove();
    const { title, body, path, topic, language } = input;
    const target = {
      endpoint: device.endpoint,
      p256dh: device.p256dh,
      auth: vault.open(device.sealed_auth, toSealContext(device.id)),
    };
    const message = {
      payload: JSON.stringify({ title, body, path, topic, language }),
      ttlSeconds: Math.min(leftSeconds, keptSeconds),
      isUrgent: input.is_urgent,
      topic,
    };
    try {
      if ((await pushSender.send(target, message, keys)) === "gone") await remove();
    } catch (error) {
      if (isFault(error, "later")) throw new RescheduleJob(error.retryAfterSeconds ?? 30);
      if (!isFault(error, "rejected")) throw error;
      log.warn({ device_id: device.id, reason: error.reason }, "a push message was refused");
    }
  };

const removeDevice = (
  { worldClock }: SendPushDeps,
  db: Db,
  { device, merchantId }: { device: PushDevice; merchantId: string },
) =>
  transact(systemContext(db, merchantId, worldClock.now()), async (ctx) => {
    if (await deleteDevice(ctx, device))
      await ctx.tx.publish({ name: "notifications.changed", merchant_id: merchantId });
  });
