import { defineModule } from "#base/server/module.ts";
import { subscribe } from "#base/server/subscribe.ts";
import { figuresEvents } from "#modules/figures/contract/figures.events.ts";
import { adsLibraryCalls } from "../contract/ads-library.calls.ts";
import { libraryAbilities, libraryStaffAbilities } from "../contract/library.abilities.ts";
import { libraryEvents } from "../contract/library.events.ts";
import { libraryRefusals } from "../contract/library.refusals.ts";
import { staffLibraryCalls } from "../contract/staff-library.calls.ts";
import { noticeFigures } from "./find-winners.ts";
import { libraryJobs } from "./library.jobs.ts";
import { libraryData } from "./library.personal-data.ts";
import { mountLibrary } from "./library.routes.ts";

export const server = defineModule({
  name: "library",
  layer: 5,
  needs: ["staff", "creative", "figures", "campaigns"],
  calls: { ...adsLibraryCalls, ...staffLibraryCalls },
  events: libraryEvents,
  refusals: libraryRefusals,
  abilities: [libraryAbilities, libraryStaffAbilities],
  personalData: libraryData,
  build({ facades: { creative: media, ...facades }, ...shared }) {
    const deps = { ...shared, ...facades, media };
    return {
      mount: (app, http) => mountLibrary(app, http, deps),
      jobs: libraryJobs(deps),
      subscriptions: [subscribe({ name: "library.find-winners", to: figuresEvents, handle: noticeFigures })],
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    library: { layer: 5 };
  }
}
