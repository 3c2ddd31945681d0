import { defineModule } from "#base/server/module.ts";
import { seasonsAbilities, seasonsStaffAbilities } from "../contract/seasons.abilities.ts";
import { seasonsCalls } from "../contract/seasons.calls.ts";
import { seasonsRefusals } from "../contract/seasons.refusals.ts";
import { makeSeasonsFacade, type SeasonsFacade } from "./seasons.facade.ts";
import { seasonsData } from "./seasons.personal-data.ts";
import { mountSeasons } from "./seasons.routes.ts";

export const server = defineModule({
  name: "seasons",
  layer: 2,
  calls: seasonsCalls,
  refusals: seasonsRefusals,
  abilities: [seasonsAbilities, seasonsStaffAbilities],
  personalData: seasonsData,
  build: () => ({ facade: makeSeasonsFacade(), mount: mountSeasons }),
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    seasons: { layer: 2; facade: SeasonsFacade };
  }
}
