import { consentPage } from "../../base/consent.ts";
import type { Identity } from "./people.ts";

export const TIKTOK = { ar: "تيك توك", en: "TikTok" };

const asks = [
  { ar: "قراءة الحسابات الإعلانية", en: "Read your ad accounts" },
  { ar: "إنشاء الإعلانات وإدارتها", en: "Create and manage ads" },
  { ar: "قراءة النتائج", en: "Read the results" },
];

/** Who one may be: the demo people, and somebody with ad accounts of their own. */
export function tiktokConsentPage(identities: Identity[]): string {
  const people = identities.map(({ key, name, shows }) => ({
    value: key,
    label: name,
    detail: `${shows.ar} (${shows.en})`,
  }));
  const fresh = {
    value: "fresh",
    label: "شخص جديد",
    detail: "حسابان بالريال وهويتان، لا يشاركك فيها أحد (two SAR ad accounts and identities of your own)",
  };
  return consentPage({
    vendor: TIKTOK,
    colour: "#fe2c55",
    appName: "Rawaj",
    asks,
    action: "", // the same address again, with the query that was asked
    hidden: {},
    choices: [...people, fresh],
    choicesTitle: { ar: "من أنت؟", en: "Who are you?" },
  });
}
