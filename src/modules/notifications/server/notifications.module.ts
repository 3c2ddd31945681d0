import { defineModule } from "#base/server/module.ts";
import { notificationsAbilities } from "../contract/notifications.abilities.ts";
import { notificationsCalls } from "../contract/notifications.calls.ts";
import { notificationsEvents } from "../contract/notifications.events.ts";
import { notificationsRefusals } from "../contract/notifications.refusals.ts";
import { makeNotificationsFacade, type NotificationsFacade } from "./notifications.facade.ts";
import { notificationsJobs } from "./notifications.jobs.ts";
import { notificationsData } from "./notifications.personal-data.ts";
import { mountNotifications } from "./notifications.routes.ts";
import { notificationsSealed } from "./notifications.sealed.ts";
import { notificationsSubscriptions } from "./notifications.subscriptions.ts";
import type { PushSender, VapidKeys } from "./push-sender.port.ts";

export const server = defineModule({
  name: "notifications",
  layer: 7,
  needs: ["billing", "campaigns", "figures", "merchants", "messages", "reports", "stores"],
  ports: ["pushSender", "vapidKeys"],
  calls: notificationsCalls,
  events: notificationsEvents,
  refusals: notificationsRefusals,
  abilities: [notificationsAbilities],
  personalData: notificationsData,
  sealed: notificationsSealed,
  build({ facades: { messages: outbox, ...facades }, ports, ...shared }) {
    const { campaigns, stores, merchants } = facades;
    const deps = { ...shared, ...ports, ...facades, outbox, sources: { campaigns, stores, merchants } };
    return {
      facade: makeNotificationsFacade(deps),
      mount: (app, http) => mountNotifications(app, http, deps),
      jobs: notificationsJobs(deps),
      subscriptions: notificationsSubscriptions(deps),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    notifications: { layer: 7; facade: NotificationsFacade };
  }
  interface PortRegistry {
    pushSender: PushSender;
    /** Null where no setting names them. */
    vapidKeys: VapidKeys | null;
  }
}
