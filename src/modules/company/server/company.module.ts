import { defineModule } from "#base/server/module.ts";
import { companyAbilities } from "../contract/company.abilities.ts";
import { companyCalls } from "../contract/company.calls.ts";
import { companyRefusals } from "../contract/company.refusals.ts";
import { type CompanyFacade, makeCompanyFacade } from "./company.facade.ts";
import { companyData } from "./company.personal-data.ts";
import { mountCompany } from "./company.routes.ts";
import { mountPublicPages } from "./public-pages.routes.ts";
import { mountSecurityTxt, securityContacts } from "./security-txt.routes.ts";

export const server = defineModule({
  name: "company",
  layer: 1,
  needs: ["staff"],
  calls: companyCalls,
  refusals: companyRefusals,
  abilities: [companyAbilities],
  personalData: companyData,
  settings: { SECURITY_CONTACTS: securityContacts },
  build: ({ db, messages, facades, settings, systemClock, publicUrl }) => ({
    facade: makeCompanyFacade(),
    mount(app, http) {
      mountCompany(app, http, facades);
      mountPublicPages(app, { db, messages });
      mountSecurityTxt(app, { db, systemClock, publicUrl, contacts: settings.SECURITY_CONTACTS });
    },
  }),
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    company: { layer: 1; facade: CompanyFacade };
  }
}
