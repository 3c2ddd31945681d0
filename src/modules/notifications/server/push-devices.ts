import { createHash } from "node:crypto";
import type { Clock } from "#base/server/clock.ts";
import type { Context } from "#base/server/context.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import { notificationsRefusals } from "../contract/notifications.refusals.ts";
import { devicesMax } from "../contract/push.ts";
import { listDevices, saveDevice } from "./push-devices.store.ts";
import { loadVapidKeys, type VapidKeysDeps } from "./vapid-keys.ts";

export type PushDevicesDeps = VapidKeysDeps & {
  systemClock: Clock;
  merchants: Pick<MerchantsFacade, "findSessionDevice">;
};

type Given = { endpoint: string; p256dh: string; auth: string; application_server_key: string };

type Browser = { personId: string; sessionId: string };

/** The same browser has the same id, which it can compute itself. */
export const toDeviceId = (endpoint: string): string =>
  `psd_${createHash("sha256").update(endpoint).digest("hex").slice(0, 32)}`;

export const toSealContext = (id: string): string => `notifications.push_devices:${id}`;

/** The browser of this session takes push messages from now on. Refuses endpoints that are at no known push service. */
export const addDevice =
  (deps: PushDevicesDeps) =>
  async (ctx: Context, given: Given, { personId, sessionId }: Browser): Promise<void> => {
    const { pushSender, vault, merchants, systemClock } = deps;
    if (!pushSender.accepts(given.endpoint))
      notificationsRefusals.refuse("notifications.push_service_unknown", {}, "endpoint");
    const { publicKey } = await loadVapidKeys(deps)(ctx.db);
    if (given.application_server_key !== publicKey)
      notificationsRefusals.refuse("notifications.push_key_changed");
    const id = toDeviceId(given.endpoint);
    const others = (await listDevices(ctx, personId)).filter((one) => one.id !== id);
    if (others.length >= devicesMax)
      notificationsRefusals.refuse("notifications.devices_too_many", { max: devicesMax });
    await saveDevice(ctx, {
      id,
      person_id: personId,
      session_id: sessionId,
      name: await merchants.findSessionDevice(ctx, sessionId),
      endpoint: given.endpoint,
      p256dh: given.p256dh,
      sealed_auth: vault.seal(given.auth, toSealContext(id)),
      vapid_public_key: publicKey,
      created_at: systemClock.now(),
    });
  };
