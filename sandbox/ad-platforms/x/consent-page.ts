import { consentPage } from "../../base/consent.ts";
import type { Identity } from "./demo.ts";

export const X = { ar: "إكس", en: "X" };

/** Who one may be: the demo people, and somebody with ad accounts of their own. */
export function xConsentPage(identities: Identity[], requestToken: string): string {
  const people = identities.map(({ key, name, screenName, shows }) => ({
    value: key,
    label: `${name} @${screenName}`,
    detail: `${shows.ar} (${shows.en})`,
  }));
  const fresh = {
    value: "fresh",
    label: "حساب جديد",
    detail: "حسابان إعلانيان بالريال، لا يشاركك فيهما أحد (two SAR ad accounts of your own)",
  };
  return consentPage({
    vendor: X,
    colour: "#0f1419",
    appName: "Rawaj",
    asks: [
      { ar: "إدارة الإعلانات وقراءة نتائجها", en: "Manage ads and read their results" },
      { ar: "النشر باسمك في الإعلانات", en: "Post for you in ads" },
    ],
    action: "",
    hidden: { oauth_token: requestToken },
    choices: [...people, fresh],
    choicesTitle: { ar: "من أنت؟", en: "Who are you?" },
  });
}
