import { recordConsent } from "#base/server/consents.store.ts";
import { defineModule } from "#base/server/module.ts";
import type { PersonalDataRegistry } from "#base/server/personal-data/personal-data.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { merchantsEvents } from "#modules/merchants/contract/merchants.events.ts";
import { privacyAbilities } from "../contract/privacy.abilities.ts";
import { privacyCalls } from "../contract/privacy.calls.ts";
import { privacyEvents } from "../contract/privacy.events.ts";
import { privacyRefusals } from "../contract/privacy.refusals.ts";
import { listExportFiles } from "./exports.store.ts";
import { privacyJobs } from "./privacy.jobs.ts";
import { privacyData } from "./privacy.personal-data.ts";
import { mountPrivacy } from "./privacy.routes.ts";

export const server = defineModule({
  name: "privacy",
  layer: 5,
  needs: ["staff", "merchants", "company", "wallet"],
  ports: ["objectStorage", "personalData"],
  calls: privacyCalls,
  events: privacyEvents,
  refusals: privacyRefusals,
  abilities: [privacyAbilities],
  personalData: privacyData,
  build({ facades, ports, ...shared }) {
    const { objectStorage: storage, personalData } = ports;
    const deps = { ...shared, ...facades, storage, personalData };
    return {
      mount: (app, http) => mountPrivacy(app, http, deps),
      jobs: privacyJobs(deps),
      subscriptions: [
        subscribe({
          name: "privacy.sign-up",
          to: pickEvents(merchantsEvents, "merchant.signed_up"),
          handle: async (ctx) =>
            recordConsent(ctx, {
              purpose: "terms",
              isGiven: true,
              channel: "sign_up",
              textVersion: await facades.company.findAgreedVersions(ctx.db),
            }),
        }),
      ],
      personalData: {
        beforeErasure: [
          {
            name: "exports",
            async run(ctx) {
              for (const key of await listExportFiles(ctx)) await storage.remove(key);
              return true;
            },
          },
        ],
      },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    privacy: { layer: 5 };
  }
  interface PortRegistry {
    /** What all modules registered about merchants' data. */
    personalData: PersonalDataRegistry;
  }
}
