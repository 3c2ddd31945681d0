import type { Db } from "#base/server/db/db.ts";
import type { Vault } from "#base/server/secrets.ts";
import { findSealedKeys, insertSealedKeys } from "./push-devices.store.ts";
import type { PushSender, VapidKeys } from "./push-sender.port.ts";

export type VapidKeysDeps = {
  vault: Vault;
  pushSender: PushSender;
  /** Those of the settings; null where none are set. */
  vapidKeys: VapidKeys | null;
};

export const sealContext = "notifications.vapid_keys";

/** The product's keys for push services: the settings', else a pair that is made once for all processes, and kept sealed. */
export const loadVapidKeys =
  ({ vault, pushSender, vapidKeys }: VapidKeysDeps) =>
  async (db: Db): Promise<VapidKeys> => {
    if (vapidKeys) return vapidKeys;
    if (!(await findSealedKeys(db))) {
      const { publicKey, privateKey } = pushSender.createKeys();
      await insertSealedKeys(db, { publicKey, sealedPrivateKey: vault.seal(privateKey, sealContext) });
    }
    const kept = await findSealedKeys(db);
    if (!kept) throw new Error("the keys for push services were not kept");
    return {
      publicKey: kept.public_key,
      privateKey: vault.open(kept.sealed_private_key, sealContext),
    };
  };
