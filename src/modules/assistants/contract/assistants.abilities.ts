import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const assistantsAbilities = defineAbilities("Clients", { digital_writer: ["use"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof assistantsAbilities> {}
}
