import { z } from "zod";
import { defineModule } from "#base/server/module.ts";
import { sealedColumns } from "#base/server/sealed/sealed-columns.ts";
import { paymentsAbilities } from "../contract/payments.abilities.ts";
import { paymentsCalls } from "../contract/payments.calls.ts";
import { paymentsEvents } from "../contract/payments.events.ts";
import { paymentsRefusals } from "../contract/payments.refusals.ts";
import { toSealContext } from "./cards.store.ts";
import { forgetAllCards } from "./forget-all-cards.ts";
import type { PaymentGateways } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { makePaymentsFacade, type PaymentsFacade } from "./payments.facade.ts";
import { paymentsJobs } from "./payments.job-handlers.ts";
import { paymentsData } from "./payments.personal-data.ts";
import { mountPayments } from "./payments.routes.ts";

export const server = defineModule({
  name: "payments",
  layer: 1,
  needs: ["merchants"],
  ports: ["gateways", "findCardNeeds"],
  calls: paymentsCalls,
  events: paymentsEvents,
  refusals: paymentsRefusals,
  abilities: [paymentsAbilities],
  settings: {
    APPLE_PAY_DOMAIN_ASSOCIATION: z
      .string()
      .regex(/^[\w+/=\s{}":,.-]{32,65536}$/, { error: "must be the content of Apple's file" })
      .optional(),
  },
  personalData: paymentsData,
  sealed: [
    sealedColumns("payments.cards", { key: ["id"], columns: ["sealed_token"], toContext: toSealContext }),
  ],
  build({ facades: { merchants }, ports: { gateways, findCardNeeds }, settings, ...shared }) {
    const deps = {
      ...shared,
      merchants,
      gateways,
      findCardNeeds,
      settings: {
        publicUrl: shared.publicUrl,
        appleDomainAssociation: settings.APPLE_PAY_DOMAIN_ASSOCIATION,
      },
    };
    return {
      facade: makePaymentsFacade(deps),
      mount: (app, http) => mountPayments(app, http, deps),
      jobs: paymentsJobs(deps),
      personalData: { beforeErasure: [forgetAllCards(deps)] },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    payments: { layer: 1; facade: PaymentsFacade };
  }
  interface PortRegistry {
    gateways: PaymentGateways;
    findCardNeeds: PaymentsDeps["findCardNeeds"];
  }
}
