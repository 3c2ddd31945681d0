import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const conversionsAbilities = defineAbilities("Clients", { conversion: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof conversionsAbilities> {}
}
