import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const libraryAbilities = defineAbilities("Clients", { library: ["read", "manage"] });

export const libraryStaffAbilities = defineAbilities("Staff", { ads_library: ["manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry
    extends AbilitiesOf<typeof libraryAbilities>,
      AbilitiesOf<typeof libraryStaffAbilities> {}
}
