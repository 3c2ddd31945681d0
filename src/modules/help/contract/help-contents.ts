/** The pages of the help centre by topic, in the order of the index. A page is `content/{language}/{slug}.md`. */
export const helpContents = {
  start: ["getting-started", "demo-store", "sign-in-codes", "team", "privacy-and-members", "notifications"],
  stores: ["connect-salla", "connect-zid", "connect-shopify", "connect-woocommerce", "connect-other-site"],
  platforms: [
    "connect-snapchat",
    "connect-meta",
    "connect-tiktok",
    "connect-x",
    "connect-google",
    "purchases-sent-back",
  ],
  campaigns: [
    "first-campaign",
    "goal-and-audience",
    "places",
    "budget-and-reserve",
    "schedule",
    "ads-and-media",
    "why-a-campaign-pauses",
    "ad-law",
  ],
  refusals: ["refused-snapchat", "refused-meta", "refused-tiktok", "refused-x", "refused-google"],
  money: [
    "wallet-and-deposit",
    "holds-and-statement",
    "withdrawal",
    "invoices",
    "plans-and-trial",
    "services-stock",
  ],
  figures: [
    "return-placed-and-delivered",
    "claims-and-proofs",
    "why-figures-differ",
    "as-of",
    "cash-on-delivery",
    "tracking-links",
    "coupons",
  ],
  rules: ["control-rules", "test-a-rule", "ask-first", "communication-rules"],
  tools: [
    "campaign-from-words",
    "digital-writer",
    "digital-designer",
    "landing-pages",
    "ads-library",
    "consultations",
  ],
} as const;

export type HelpTopic = keyof typeof helpContents;
export type HelpSlug = (typeof helpContents)[HelpTopic][number];

export const helpTopics = Object.keys(helpContents) as [HelpTopic, ...HelpTopic[]];
export const helpSlugs: readonly HelpSlug[] = helpTopics.flatMap((topic) => [...helpContents[topic]]);

/**
 * The page of each screen, by the beginning of its address. The longest that fits counts, so that one line serves a
 * screen and those below it.
 */
const screens: Readonly<Record<string, HelpSlug>> = {
  "/": "getting-started",
  "/account-completed-flow": "getting-started",
  "/search": "getting-started",
  "/account-settings": "privacy-and-members",
  "/account-settings/members": "team",
  "/account-settings/connect-store": "connect-salla",
  "/campaigns": "first-campaign",
  "/campaigns/add": "goal-and-audience",
  "/campaigns/edit": "goal-and-audience",
  "/campaigns/AddAi": "campaign-from-words",
  "/create-ad-flow": "goal-and-audience",
  "/plans": "budget-and-reserve",
  "/ad-groups": "goal-and-audience",
  "/ads": "ads-and-media",
  "/media": "ads-and-media",
  "/ads-library": "ads-library",
  "/checkout": "plans-and-trial",
  "/digital-writer": "digital-writer",
  "/digital-designer": "digital-designer",
  "/landing-pages": "landing-pages",
  "/financial-transaction": "wallet-and-deposit",
  "/financial-transaction/active-subscribtions": "plans-and-trial",
  "/financial-transaction/invoices": "invoices",
  "/financial-transaction/operations-table": "holds-and-statement",
  "/financial-transaction/services-stock": "services-stock",
  "/account-settings/payment-methods": "wallet-and-deposit",
  "/link-ad-accounts": "connect-salla",
  "/link-ad-accounts/connect-platform": "connect-snapchat",
  "/link-ad-accounts/conversions": "purchases-sent-back",
  "/marketing-consultations": "consultations",
  "/marketing-consultations-orders": "consultations",
  "/marketing-consultations-paid": "consultations",
  "/notifications": "notifications",
  "/reports": "return-placed-and-delivered",
  "/rules": "control-rules",
  "/rules/campaigns/add": "test-a-rule",
  "/rules/communication": "communication-rules",
  "/tracking": "tracking-links",
  "/first-campaign": "first-campaign",
  "/first-campaign/connect-store": "connect-salla",
  "/first-campaign/connect-platform": "connect-snapchat",
  "/first-campaign/payement": "wallet-and-deposit",
  "/first-campaign/ai-form": "campaign-from-words",
};

/** The help page of the screen at this address; null where no line is its own. */
export function findScreenHelp(path: string): HelpSlug | null {
  const fits = (screen: string) => path === screen || (screen !== "/" && path.startsWith(`${screen}/`));
  const [longest] = Object.keys(screens)
    .filter(fits)
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? null : (screens[longest] ?? null);
}

/** Beginnings of addresses that are no screen without the id that follows. */
const withId: readonly string[] = ["/ad-groups", "/ads", "/campaigns/edit", "/plans"];

/** The screen that a page explains first; null for a page of no screen. */
export const findHelpScreen = (slug: HelpSlug): string | null =>
  Object.entries(screens).find(([screen, own]) => own === slug && !withId.includes(screen))?.[0] ?? null;

export const isHelpSlug = (slug: string): slug is HelpSlug => (helpSlugs as readonly string[]).includes(slug);
