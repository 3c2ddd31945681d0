import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const storesAbilities = defineAbilities("Clients", { store: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof storesAbilities> {}
}
