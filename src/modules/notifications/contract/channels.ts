import type { Kind } from "./kinds.ts";
import { levelByKind } from "./kinds.ts";

/**
 * Where a notification comes: on its page and the bell, by e-mail to the proven address, in the browsers that the person
 * allowed (`push`), or to their number.
 */
export const channels = ["app", "email", "push", "whatsapp", "sms"] as const;
export type Channel = (typeof channels)[number];

/**
 * Before a person sets anything: all that concerns them in the app, what must be done now by e-mail and in browsers too;
 * nothing to the phone.
 */
export function isOnByDefault(
  kind: Kind,
  channel: Channel,
  { isConcerned }: { isConcerned: boolean },
): boolean {
  if (!isConcerned) return false;
  if (channel === "app") return true;
  const isUrgent = levelByKind[kind] === "act_now";
  return (channel === "push" && isUrgent) || (channel === "email" && (isUrgent || kind === "weekly_note"));
}
