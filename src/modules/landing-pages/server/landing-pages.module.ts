import { defineModule } from "#base/server/module.ts";
import { landingPagesAbilities } from "../contract/landing-pages.abilities.ts";
import { landingPagesCalls } from "../contract/landing-pages.calls.ts";
import { landingPagesEvents } from "../contract/landing-pages.events.ts";
import { landingPagesRefusals } from "../contract/landing-pages.refusals.ts";
import { deleteAllPages } from "./delete-all-pages.ts";
import { landingPagesJobs } from "./landing-pages.jobs.ts";
import { landingPagesData } from "./landing-pages.personal-data.ts";
import { mountLandingPages } from "./landing-pages.routes.ts";
import { landingPagesSubscriptions } from "./landing-pages.subscriptions.ts";
import { makePreviewLinks } from "./preview-links.ts";
import { mountPublicPages } from "./public.routes.ts";

export const server = defineModule({
  name: "landing-pages",
  layer: 6,
  needs: ["stores", "creative", "tracking", "billing", "campaigns"],
  ports: ["pictureSource"],
  calls: landingPagesCalls,
  events: landingPagesEvents,
  refusals: landingPagesRefusals,
  abilities: [landingPagesAbilities],
  personalData: landingPagesData,
  build({
    facades: { stores, creative: media, tracking, billing, campaigns },
    ports: { pictureSource: pictures },
    ...shared
  }) {
    const previews = makePreviewLinks(shared.deriveKeys("previews of landing pages"));
    const deps = { ...shared, stores, media, tracking, billing, campaigns, pictures, previews };
    return {
      mount(app, http) {
        mountLandingPages(app, http, deps);
        mountPublicPages(app, deps);
      },
      jobs: landingPagesJobs(deps),
      subscriptions: landingPagesSubscriptions(),
      personalData: { beforeErasure: [deleteAllPages(deps)] },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    "landing-pages": { layer: 6 };
  }
}
