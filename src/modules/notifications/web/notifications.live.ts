import { defineLive } from "#base/web/runtime/web-module.ts";
import { notificationsKeys } from "./notifications.queries.ts";

export const live = defineLive({
  "notifications.changed": [notificationsKeys.all],
  // A text was sent, delivered or read.
  "messages.text_advanced": [notificationsKeys.lists],
});
