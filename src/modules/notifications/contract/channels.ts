import type { Kind } from "./kinds.ts";
import { levelByKind } from "./kinds.ts";

/** Where a notification comes: on its page and the bell, by e-mail to the proven address, or to the merchant's number. */
export const channels = ["app", "email", "whatsapp", "sms"] as const;
export type Channel = (typeof channels)[number];

/** Before the merchant sets anything: all in the app, and what must be done now by e-mail too; nothing to the phone. */
export const isOnByDefault = (kind: Kind, channel: Channel): boolean =>
  channel === "app" || (channel === "email" && (levelByKind[kind] === "act_now" || kind === "weekly_note"));
