import { peoplePage } from "../shared/consent.ts";
import type { Identity } from "./demo.ts";

export const GOOGLE = { ar: "إعلانات Google", en: "Google Ads" };

export function googleConsentPage(people: Identity[]): string {
  return peoplePage({
    vendor: GOOGLE,
    colour: "#1a73e8",
    asks: [
      {
        ar: "الاطلاع على حملات إعلانات Google وتعديلها وإنشاؤها",
        en: "See, edit and create Google Ads campaigns",
      },
    ],
    people,
    labelOf: ({ name }) => name,
    fresh: {
      label: "شخص جديد",
      detail: "حساب إداري تحته حسابان لا يشاركك فيها أحد (accounts of your own)",
    },
  });
}
