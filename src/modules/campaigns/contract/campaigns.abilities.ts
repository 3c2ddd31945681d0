import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const campaignsAbilities = defineAbilities("Clients", { campaign: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof campaignsAbilities> {}
}
