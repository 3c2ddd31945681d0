import { defineModule } from "#base/server/module.ts";
import { adviceCalls } from "../contract/advice.calls.ts";
import { cardOrdersCalls } from "../contract/card-orders.calls.ts";
import { consultationsAbilities, consultationsStaffAbilities } from "../contract/consultations.abilities.ts";
import { consultationsCalls } from "../contract/consultations.calls.ts";
import { consultationsEvents } from "../contract/consultations.events.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import { dossierCalls } from "../contract/dossier.calls.ts";
import { messagesCalls } from "../contract/messages.calls.ts";
import { ordersCalls } from "../contract/orders.calls.ts";
import { staffCatalogueCalls } from "../contract/staff-catalogue.calls.ts";
import { staffOrdersCalls } from "../contract/staff-orders.calls.ts";
import { mountBookingWebhooks } from "./booking-webhooks.routes.ts";
import { consultationsJobs } from "./consultations.jobs.ts";
import { consultationsData } from "./consultations.personal-data.ts";
import { mountConsultations } from "./consultations.routes.ts";
import { dossierConsent } from "./keep-dossier.ts";
import { paidOrdersSubscription } from "./place-paid-order.ts";
import type { SchedulingVendor } from "./scheduling.port.ts";

export const server = defineModule({
  name: "consultations",
  layer: 6,
  ports: ["schedulingVendors"],
  needs: ["staff", "merchants", "messages", "wallet", "billing", "figures", "campaigns", "rules"],
  calls: {
    ...consultationsCalls,
    ...ordersCalls,
    ...cardOrdersCalls,
    ...messagesCalls,
    ...dossierCalls,
    ...adviceCalls,
    ...staffCatalogueCalls,
    ...staffOrdersCalls,
  },
  events: consultationsEvents,
  refusals: consultationsRefusals,
  abilities: [consultationsAbilities, consultationsStaffAbilities],
  personalData: consultationsData,
  build({ facades: { messages: outbox, ...facades }, ports, ...shared }) {
    const deps = { ...shared, ...facades, ...ports, outbox };
    return {
      mount(app, http) {
        mountConsultations(app, http, deps);
        mountBookingWebhooks(app, deps);
      },
      jobs: consultationsJobs(deps),
      subscriptions: [paidOrdersSubscription],
      personalData: { consents: [dossierConsent] },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    consultations: { layer: 6 };
  }
  interface PortRegistry {
    /** Those that we have a secret of. */
    schedulingVendors: readonly SchedulingVendor[];
  }
}
