import { sealedColumns } from "#base/server/sealed/sealed-columns.ts";
import { toSealContext } from "./push-devices.ts";
import { sealContext } from "./vapid-keys.ts";

export const notificationsSealed = [
  sealedColumns("notifications.push_devices", {
    key: ["id"],
    columns: ["sealed_auth"],
    toContext: toSealContext,
  }),
  sealedColumns("notifications.vapid_keys", {
    key: ["public_key"],
    columns: ["sealed_private_key"],
    toContext: () => sealContext,
  }),
];
