import type { Kind } from "./kinds.ts";
import { levelByKind } from "./kinds.ts";

/** Where a notification comes: on its page and the bell, or by e-mail to the proven address. */
export const channels = ["app", "email"] as const;
export type Channel = (typeof channels)[number];

/** Before the merchant sets anything: all in the app, and what must be done now by e-mail too. */
export const isOnByDefault = (kind: Kind, channel: Channel): boolean =>
  channel === "app" || levelByKind[kind] === "act_now" || kind === "weekly_note";
