import type { Currency } from "../shared/deliveries.ts";
import { findDemoPerson } from "../shared/demo-people.ts";
import { stableNumber } from "../shared/stable-id.ts";

export type DemoAccount = {
  /** Base 36, as X writes it. */
  id: string;
  name: string;
  timezone: string;
  approval: "ACCEPTED" | "REJECTED";
  currency: Currency;
  fundingId: string;
  isFunded: boolean;
  webEventTagId: string;
  /** A user whose posts may be promoted: one's own (FULL), or somebody else's with permission. */
  promotable: { id: string; userId: string; type: "FULL" | "RETWEETS_ONLY" };
};

/** An identity on the consent page, with its ad accounts. */
export type Identity = {
  key: string;
  userId: string;
  screenName: string;
  name: string;
  description: { ar: string; en: string };
  permissions: string[];
  accounts: DemoAccount[];
};

type DemoSpec = {
  description: Identity["description"];
  isReader?: true;
  hasForeignAccount?: true;
  accounts: {
    name: string;
    rejected?: true;
    currency?: Currency;
    timezone?: string;
    unfunded?: true;
  }[];
};

const demoSpecs: Record<string, DemoSpec> = {
  noura: {
    description: { ar: "حسابان إعلانيان بالريال", en: "two SAR ad accounts" },
    accounts: [{ name: "متجر نورة للعطور" }, { name: "نورة - العروض" }],
  },
  fahad: {
    description: { ar: "بلا حساب ينشر باسمه", en: "no promotable user of one's own" },
    hasForeignAccount: true,
    accounts: [{ name: "قهوة فهد" }],
  },
  sara: {
    description: { ar: "بلا حساب إعلاني", en: "no ad account" },
    accounts: [],
  },
  khalid: {
    description: { ar: "حساب بالدولار", en: "a USD ad account" },
    accounts: [{ name: "Khalid Trading", currency: "USD", timezone: "America/New_York" }],
  },
  huda: {
    description: { ar: "حساب باليورو", en: "a EUR ad account" },
    accounts: [{ name: "Huda Europe", currency: "EUR", timezone: "Europe/Berlin" }],
  },
  reem: {
    description: { ar: "حساب مرفوض", en: "a rejected ad account" },
    accounts: [{ name: "هدايا ريم", rejected: true }],
  },
  bader: {
    description: { ar: "مصدر تمويل متوقف", en: "a funding instrument that cannot pay" },
    accounts: [{ name: "إلكترونيات بدر", unfunded: true }],
  },
  maha: {
    description: { ar: "صلاحية الاطلاع فقط", en: "may only look" },
    isReader: true,
    accounts: [{ name: "بيت مها" }],
  },
};

export const DEMO_KEYS = Object.keys(demoSpecs);

/** The identity with this key, or null. */
export function findIdentity(key: string): Identity | null {
  const person = findDemoPerson(demoSpecs, key);
  if (!person) return null;
  const { spec, name, suffix } = person;
  const userId = stableNumber(18, "x", "user", key);
  return {
    key,
    userId,
    screenName: `${key.replace("-", "_")}_sa`,
    name,
    description: spec.description,
    permissions: spec.isReader
      ? ["ANALYST"]
      : ["ACCOUNT_ADMIN", "AD_MANAGER", "CREATIVE_MANAGER", "TWEET_COMPOSER"],
    accounts: spec.accounts.map((account, index) =>
      makeDemoAccount(spec, account, key, suffix, index, userId),
    ),
  };
}

function makeDemoAccount(
  spec: DemoSpec,
  account: DemoSpec["accounts"][number],
  key: string,
  suffix: string,
  index: number,
  userId: string,
): DemoAccount {
  const short = (kind: string, digits = 9) => base36(stableNumber(digits, "x", kind, key, String(index)));
  return {
    id: `18ce${short("account", 10)}`,
    name: account.name + suffix,
    timezone: account.timezone ?? "Asia/Riyadh",
    approval: account.rejected ? "REJECTED" : "ACCEPTED",
    currency: account.currency ?? "SAR",
    fundingId: short("funding"),
    isFunded: !account.unfunded,
    webEventTagId: short("web-event-tag"),
    promotable: {
      id: short("promotable"),
      userId: spec.hasForeignAccount ? stableNumber(18, "x", "lender", key) : userId,
      type: spec.hasForeignAccount ? "RETWEETS_ONLY" : "FULL",
    },
  };
}

export function base36(decimal: string | number): string {
  return Number(decimal).toString(36);
}
