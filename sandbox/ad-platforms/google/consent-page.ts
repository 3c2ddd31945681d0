import { identityPage } from "../shared/consent-page.ts";
import type { Identity } from "./demo.ts";

export const GOOGLE = { ar: "إعلانات Google", en: "Google Ads" };

export function googleConsentPage(people: Identity[]): string {
  return identityPage({
    vendor: GOOGLE,
    colour: "#1a73e8",
    permissions: [
      {
        ar: "الاطلاع على حملات إعلانات Google وتعديلها وإنشاؤها",
        en: "See, edit and create Google Ads campaigns",
      },
      {
        ar: "إرسال المشتريات وقوائم العملاء",
        en: "Send purchases and customer lists",
      },
    ],
    people,
    toLabel: ({ name }) => name,
    fresh: {
      label: "شخص جديد",
      detail: "حساب إداري تحته حسابان لا يشاركك فيها أحد (accounts of your own)",
    },
  });
}
