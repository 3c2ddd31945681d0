import { identityPage } from "../shared/consent-page.ts";
import type { Identity } from "./demo.ts";

export const X = { ar: "إكس", en: "X" };

export function xConsentPage(people: Identity[], requestToken: string): string {
  return identityPage({
    vendor: X,
    colour: "#0f1419",
    permissions: [
      { ar: "إدارة الإعلانات وقراءة نتائجها", en: "Manage ads and read their results" },
      { ar: "النشر باسمك في الإعلانات", en: "Post for you in ads" },
    ],
    people,
    toLabel: ({ name, screenName }) => `${name} @${screenName}`,
    fresh: {
      label: "حساب جديد",
      detail: "حسابان إعلانيان بالريال، لا يشاركك فيهما أحد (two SAR ad accounts of your own)",
    },
    hidden: { oauth_token: requestToken },
  });
}
