import { defineModule } from "#base/server/module.ts";
import { paymentsAbilities } from "../contract/payments.abilities.ts";
import { paymentsCalls } from "../contract/payments.calls.ts";
import { paymentsEvents } from "../contract/payments.events.ts";
import type { PaymentGateway } from "./payment-gateway.port.ts";
import { makePaymentsFacade, type PaymentsFacade } from "./payments.facade.ts";
import { paymentsJobs } from "./payments.job-handlers.ts";
import { mountPayments } from "./payments.routes.ts";

export const server = defineModule({
  name: "payments",
  layer: 1,
  ports: ["gateway"],
  calls: paymentsCalls,
  events: paymentsEvents,
  abilities: [paymentsAbilities],
  build({ ports: { gateway }, ...shared }) {
    const deps = { ...shared, gateway, settings: { publicUrl: shared.publicUrl } };
    return {
      facade: makePaymentsFacade(deps),
      mount: (app, http) => mountPayments(app, http, deps),
      jobs: paymentsJobs(deps),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    payments: { layer: 1; facade: PaymentsFacade };
  }
  interface PortRegistry {
    gateway: PaymentGateway;
  }
}
