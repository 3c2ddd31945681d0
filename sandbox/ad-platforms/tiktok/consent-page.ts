import { identityPage } from "../shared/consent-page.ts";
import type { Identity } from "./demo.ts";

export const TIKTOK = { ar: "تيك توك", en: "TikTok" };

const permissions = [
  { ar: "قراءة الحسابات الإعلانية", en: "Read your ad accounts" },
  { ar: "إنشاء الإعلانات وإدارتها", en: "Create and manage ads" },
  { ar: "قراءة النتائج", en: "Read the results" },
];

export function tiktokConsentPage(people: Identity[]): string {
  return identityPage({
    vendor: TIKTOK,
    colour: "#fe2c55",
    permissions,
    people,
    toLabel: ({ name }) => name,
    fresh: {
      label: "شخص جديد",
      detail: "حسابان بالريال وهويتان، لا يشاركك فيها أحد (two SAR ad accounts and identities of your own)",
    },
  });
}
