import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const adAccountsAbilities = defineAbilities("Clients", { ad_account: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof adAccountsAbilities> {}
}
