import { identityPage } from "../shared/consent-page.ts";
import type { Identity } from "./demo.ts";
import { SCOPES } from "./facts.ts";

export const SNAPCHAT = { ar: "سناب شات", en: "Snapchat" };

const scopeLabels: Record<string, { ar: string; en: string }> = {
  [SCOPES.ads]: { ar: "إدارة الإعلانات وقراءة نتائجها", en: "Manage ads and read their results" },
  [SCOPES.profiles]: { ar: "قراءة الملفات العامة", en: "Read public profiles" },
  [SCOPES.conversions]: { ar: "إرسال التحويلات", en: "Send conversions" },
};

export function snapchatConsentPage(people: Identity[], scopes: string[]): string {
  return identityPage({
    vendor: SNAPCHAT,
    colour: "#f7d900",
    permissions: scopes.map((scope) => scopeLabels[scope] ?? { ar: scope, en: scope }),
    people,
    toLabel: ({ organization }) => organization.name,
    fresh: {
      label: "منشأة جديدة",
      detail:
        "حسابان بالريال وملف عام، لا يشاركك فيها أحد (two SAR ad accounts and a public profile of your own)",
    },
  });
}
