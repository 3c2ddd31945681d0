import { defineModule } from "#base/server/module.ts";
import { landingPagesAbilities } from "../contract/landing-pages.abilities.ts";
import { landingPagesCalls } from "../contract/landing-pages.calls.ts";
import { landingPagesEvents } from "../contract/landing-pages.events.ts";
import { landingPagesRefusals } from "../contract/landing-pages.refusals.ts";
import { landingPagesJobs } from "./landing-pages.jobs.ts";
import { mountLandingPages } from "./landing-pages.routes.ts";
import { makePreviewLinks } from "./preview-links.ts";
import { mountPublicPages } from "./public.routes.ts";

export const server = defineModule({
  name: "landing-pages",
  layer: 5,
  needs: ["stores"],
  ports: ["pictureSource"],
  calls: landingPagesCalls,
  events: landingPagesEvents,
  refusals: landingPagesRefusals,
  abilities: [landingPagesAbilities],
  build({ facades: { stores }, ports: { pictureSource: pictures }, ...shared }) {
    const previews = makePreviewLinks(shared.deriveKeys("previews of landing pages"));
    const deps = { ...shared, stores, pictures, previews };
    return {
      mount(app, http) {
        mountLandingPages(app, http, deps);
        mountPublicPages(app, deps);
      },
      jobs: landingPagesJobs(deps),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    "landing-pages": { layer: 5 };
  }
}
