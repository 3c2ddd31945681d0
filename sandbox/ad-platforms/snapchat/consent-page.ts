import { consentPage } from "../../base/consent.ts";
import type { Identity } from "./demo.ts";
import { SCOPES } from "./facts.ts";

export const SNAPCHAT = { ar: "سناب شات", en: "Snapchat" };

const scopeWords: Record<string, { ar: string; en: string }> = {
  [SCOPES.ads]: { ar: "إدارة الإعلانات وقراءة نتائجها", en: "Manage ads and read their results" },
  [SCOPES.profiles]: { ar: "قراءة الملفات العامة", en: "Read public profiles" },
  [SCOPES.conversions]: { ar: "إرسال التحويلات", en: "Send conversions" },
};

/** Who one may be: the demo people, and somebody with an organisation of their own. */
export function snapchatConsentPage(identities: Identity[], scopes: string[]): string {
  const people = identities.map(({ key, organization, shows }) => ({
    value: key,
    label: organization.name,
    detail: `${shows.ar} (${shows.en})`,
  }));
  const fresh = {
    value: "fresh",
    label: "منشأة جديدة",
    detail:
      "حسابان بالريال وملف عام، لا يشاركك فيها أحد (two SAR ad accounts and a public profile of your own)",
  };
  return consentPage({
    vendor: SNAPCHAT,
    colour: "#f7d900",
    appName: "Rawaj",
    asks: scopes.map((scope) => scopeWords[scope] ?? { ar: scope, en: scope }),
    action: "", // the same address again, with the query that was asked
    hidden: {},
    choices: [...people, fresh],
    choicesTitle: { ar: "من أنت؟", en: "Who are you?" },
  });
}
