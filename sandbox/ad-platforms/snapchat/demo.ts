import type { Currency } from "../shared/deliveries.ts";
import { findDemoPerson } from "../shared/demo-people.ts";
import { stableHex } from "../shared/stable-id.ts";

export type Role = "admin" | "reports";

export type DemoAccount = {
  id: string;
  name: string;
  status: "ACTIVE" | "DISABLED";
  currency: Currency;
  timezone: string;
  fundingStatus: "ACTIVE" | "INACTIVE";
  fundingId: string;
  pixelId: string;
};

export type DemoProfile = { id: string; displayName: string; userName: string };

/** An identity on the consent page, with its organisation. */
export type Identity = {
  key: string;
  userId: string;
  email: string;
  name: string;
  description: { ar: string; en: string };
  role: Role;
  organization: { id: string; name: string };
  accounts: DemoAccount[];
  profiles: DemoProfile[];
};

type DemoSpec = {
  description: { ar: string; en: string };
  role?: Role;
  accounts: { name: string; disabled?: true; currency?: Currency; timezone?: string; unfunded?: true }[];
  profile?: string;
};

const demoSpecs: Record<string, DemoSpec> = {
  noura: {
    description: { ar: "حسابان بالريال وملف عام", en: "two SAR ad accounts and a public profile" },
    accounts: [{ name: "نورة - الحساب الرئيسي" }, { name: "نورة - العروض" }],
    profile: "Noura Perfumes",
  },
  fahad: {
    description: { ar: "بلا ملف عام", en: "no public profile" },
    accounts: [{ name: "قهوة فهد" }],
  },
  sara: {
    description: { ar: "بلا حساب إعلاني", en: "no ad account" },
    accounts: [],
    profile: "Sara Fashion",
  },
  khalid: {
    description: { ar: "حساب بالدولار", en: "a USD ad account" },
    accounts: [{ name: "Khalid US", currency: "USD", timezone: "America/New_York" }],
    profile: "Khalid Trading",
  },
  huda: {
    description: { ar: "حساب باليورو", en: "a EUR ad account" },
    accounts: [{ name: "Huda Europe", currency: "EUR", timezone: "Europe/Berlin" }],
    profile: "Huda Europe",
  },
  reem: {
    description: { ar: "حساب معطّل", en: "a disabled ad account" },
    accounts: [{ name: "هدايا ريم", disabled: true }],
    profile: "Reem Gifts",
  },
  bader: {
    description: { ar: "مصدر تمويل متوقف", en: "a funding source that stopped" },
    accounts: [{ name: "إلكترونيات بدر", unfunded: true }],
    profile: "Bader Electronics",
  },
  maha: {
    description: { ar: "صلاحية التقارير فقط", en: "may read reports only" },
    role: "reports",
    accounts: [{ name: "بيت مها" }],
    profile: "Maha Home",
  },
};

export const DEMO_KEYS = Object.keys(demoSpecs);

/** The same name gives the same id in every world, so that a connection stored by the product survives a new world. */
function toId(...words: string[]): string {
  const hex = stableHex(...words);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The identity with this key, or null. */
export function findIdentity(key: string): Identity | null {
  const person = findDemoPerson(demoSpecs, key);
  if (!person) return null;
  const { spec, name, email, suffix } = person;
  return {
    key,
    userId: toId("user", key),
    email,
    name,
    description: spec.description,
    role: spec.role ?? "admin",
    organization: { id: toId("organization", key), name: person.business },
    accounts: spec.accounts.map((account, index) => ({
      id: toId("adaccount", key, String(index)),
      name: account.name + suffix,
      status: account.disabled ? "DISABLED" : "ACTIVE",
      currency: account.currency ?? "SAR",
      timezone: account.timezone ?? "Asia/Riyadh",
      fundingStatus: account.unfunded ? "INACTIVE" : "ACTIVE",
      fundingId: toId("fundingsource", key, String(index)),
      pixelId: toId("pixel", key, String(index)),
    })),
    profiles: spec.profile
      ? [{ id: toId("profile", key), displayName: spec.profile + suffix, userName: key.replace("-", "") }]
      : [],
  };
}
