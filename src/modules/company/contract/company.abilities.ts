import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

/** `company_details`: who we are on invoices and pages. `company_texts`: about us, terms and privacy. */
export const companyAbilities = defineAbilities("Staff", {
  company_details: ["manage"],
  company_texts: ["manage"],
});

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof companyAbilities> {}
}
