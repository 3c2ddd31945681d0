import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const speechAbilities = defineAbilities("Clients", { speech: ["use"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof speechAbilities> {}
}
