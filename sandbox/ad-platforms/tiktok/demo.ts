import type { Currency } from "../shared/deliveries.ts";
import { findDemoPerson } from "../shared/demo-people.ts";
import { stableHex, stableNumber } from "../shared/stable-id.ts";
import { SCOPES } from "./facts.ts";

/** The identity an ad appears under: a TikTok account, or a name with a picture. */
export type AdIdentity = {
  identity_id: string;
  identity_type: "TT_USER" | "CUSTOMIZED_USER";
  display_name: string;
  username: string | null;
  can_push_video: boolean | null;
};

export type Advertiser = {
  id: string;
  name: string;
  status: "STATUS_ENABLE" | "STATUS_DISABLE";
  currency: Currency;
  timezone: string;
  /** In units of the currency; at 0 nothing is shown. */
  balance: number;
  pixelId: string;
  /** TikTok allow-lists ad accounts for Upgraded Smart+ one by one. */
  hasSmartPlus: boolean;
  /** The manual flow is already closed for this account, whatever the objective. */
  isManualFlowClosed: boolean;
  identities: AdIdentity[];
};

/** An identity on the consent page, with its ad accounts (advertisers). */
export type Identity = {
  key: string;
  userId: string;
  email: string;
  name: string;
  description: { ar: string; en: string };
  scopes: number[];
  accounts: Advertiser[];
};

/** The overrides of a fresh person against Noura. */
export type Overrides = {
  currency?: Currency;
  disabled?: true;
  noIdentity?: true;
  noSmartPlus?: true;
  manualFlowClosed?: true;
};

type DemoSpec = {
  description: { ar: string; en: string };
  scopes?: number[];
  accounts: { name: string; disabled?: true; currency?: Currency; timezone?: string; empty?: true }[];
  hasNoIdentity?: true;
};

const ALL_SCOPES: number[] = Object.values(SCOPES);
const demoSpecs: Record<string, DemoSpec> = {
  noura: {
    description: { ar: "حسابان بالريال وهويتان", en: "two SAR ad accounts with two identities" },
    accounts: [{ name: "نورة - الحساب الرئيسي" }, { name: "نورة - العروض" }],
  },
  fahad: {
    description: { ar: "بلا هوية تظهر الإعلانات باسمها", en: "no identity for ads to appear under" },
    accounts: [{ name: "قهوة فهد" }],
    hasNoIdentity: true,
  },
  sara: {
    description: { ar: "بلا حساب إعلاني", en: "no ad account" },
    accounts: [],
  },
  khalid: {
    description: { ar: "حساب بالدولار", en: "a USD ad account" },
    accounts: [{ name: "Khalid US", currency: "USD", timezone: "America/New_York" }],
  },
  huda: {
    description: { ar: "حساب باليورو", en: "a EUR ad account" },
    accounts: [{ name: "Huda Europe", currency: "EUR", timezone: "Europe/Berlin" }],
  },
  reem: {
    description: { ar: "حساب معطّل", en: "a disabled ad account" },
    accounts: [{ name: "هدايا ريم", disabled: true }],
  },
  bader: {
    description: { ar: "رصيد الحساب نفد", en: "an ad account without balance" },
    accounts: [{ name: "إلكترونيات بدر", empty: true }],
  },
  maha: {
    description: { ar: "إذن بالتقارير فقط", en: "permits reports only" },
    scopes: [SCOPES.account, SCOPES.reporting],
    accounts: [{ name: "بيت مها" }],
  },
};

export const DEMO_KEYS = Object.keys(demoSpecs);

/** Ids have more digits than a JavaScript number can hold, like the vendor's. */
const toId = (...words: string[]) => `7${stableNumber(18, "tiktok", ...words)}`;

/** The identity with this key, or null. A fresh person is like Noura, changed by the overrides. */
export function findIdentity(key: string, overrides: Overrides = {}): Identity | null {
  const person = findDemoPerson(demoSpecs, key);
  if (!person) return null;
  const { spec, name, email, suffix } = person;
  const hasIdentity = !spec.hasNoIdentity && !overrides.noIdentity;
  return {
    key,
    userId: toId("user", key),
    email,
    name,
    description: spec.description,
    scopes: spec.scopes ?? ALL_SCOPES,
    accounts: spec.accounts.map((account, index) => ({
      id: toId("advertiser", key, String(index)),
      name: account.name + suffix,
      status: account.disabled || overrides.disabled ? "STATUS_DISABLE" : "STATUS_ENABLE",
      currency: overrides.currency ?? account.currency ?? "SAR",
      timezone: account.timezone ?? "Asia/Riyadh",
      balance: account.empty ? 0 : 50_000,
      pixelId: toId("pixel", key, String(index)),
      hasSmartPlus: !overrides.noSmartPlus,
      isManualFlowClosed: Boolean(overrides.manualFlowClosed),
      identities: hasIdentity ? makeIdentities(key, index, person.business) : [],
    })),
  };
}

function makeIdentities(key: string, index: number, brand: string): AdIdentity[] {
  return [
    {
      identity_id: stableHex("tiktok", "tt-user", key, String(index)).slice(0, 36),
      identity_type: "TT_USER",
      display_name: brand,
      username: key.replace("-", ""),
      can_push_video: true,
    },
    {
      identity_id: toId("identity", key, String(index)),
      identity_type: "CUSTOMIZED_USER",
      display_name: brand,
      username: null,
      can_push_video: null,
    },
  ];
}
