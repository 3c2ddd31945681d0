import type { Currency } from "../shared/deliveries.ts";
import { findDemoPerson } from "../shared/demo-people.ts";
import { stableNumber } from "../shared/stable-id.ts";

/** An account as Google calls it: a customer. Managers have accounts and no ads. */
export type Customer = {
  /** Ten digits. */
  id: string;
  name: string;
  currency: Currency;
  timeZone: string;
  status: "ENABLED" | "SUSPENDED";
  isManager: boolean;
  /** The manager above it; null = directly accessible. */
  managerId: string | null;
  /** False = campaigns can be created and nothing is shown. */
  hasBilling: boolean;
  /** The purchase conversion action; null = nothing is measured. */
  conversionActionId: string | null;
  /** The business logo in its ads, set once for the whole account; null = none. */
  logoAssetId: string | null;
};

/** An identity on the consent page. */
export type Identity = {
  key: string;
  name: string;
  email: string;
  description: { ar: string; en: string };
  role: "ADMIN" | "READ_ONLY";
  manager: Customer | null;
  accounts: Customer[];
};

type DemoSpec = {
  description: { ar: string; en: string };
  role?: "READ_ONLY";
  /** A manager account is above the accounts. */
  isManaged?: true;
  accounts: {
    name: string;
    suspended?: true;
    currency?: Currency;
    timeZone?: string;
    unbilled?: true;
    /** Neither a conversion action nor a logo. */
    bare?: true;
  }[];
};

const demoSpecs: Record<string, DemoSpec> = {
  noura: {
    description: { ar: "حساب إداري تحته حسابان بالريال", en: "a manager account over two SAR accounts" },
    isManaged: true,
    accounts: [{ name: "نورة - الحساب الرئيسي" }, { name: "نورة - العروض", bare: true }],
  },
  fahad: {
    description: { ar: "حساب واحد بلا حساب إداري", en: "one account, reached directly" },
    accounts: [{ name: "قهوة فهد" }],
  },
  sara: {
    description: { ar: "بلا حساب إعلاني", en: "no account" },
    accounts: [],
  },
  khalid: {
    description: { ar: "حساب بالدولار", en: "a USD account" },
    accounts: [{ name: "Khalid US", currency: "USD", timeZone: "America/New_York" }],
  },
  huda: {
    description: { ar: "حساب باليورو", en: "a EUR account" },
    accounts: [{ name: "Huda Europe", currency: "EUR", timeZone: "Europe/Berlin" }],
  },
  reem: {
    description: { ar: "حساب موقوف", en: "a suspended account" },
    accounts: [{ name: "هدايا ريم", suspended: true }],
  },
  bader: {
    description: { ar: "حساب بلا وسيلة دفع", en: "an account without billing" },
    accounts: [{ name: "إلكترونيات بدر", unbilled: true }],
  },
  maha: {
    description: { ar: "صلاحية قراءة فقط", en: "may only read" },
    role: "READ_ONLY",
    accounts: [{ name: "بيت مها" }],
  },
};

export const DEMO_KEYS = Object.keys(demoSpecs);

/** The identity with this key, or null. A fresh person has the same accounts as Noura. */
export function findIdentity(key: string): Identity | null {
  const person = findDemoPerson(demoSpecs, key);
  if (!person) return null;
  const { spec, name, email, suffix } = person;
  const manager = spec.isManaged ? makeManager(key, person.business) : null;
  return {
    key,
    name,
    email,
    description: spec.description,
    role: spec.role ?? "ADMIN",
    manager,
    accounts: spec.accounts.map((account, index) => ({
      id: stableNumber(10, "google", "customer", key, String(index)),
      name: account.name + suffix,
      currency: account.currency ?? "SAR",
      timeZone: account.timeZone ?? "Asia/Riyadh",
      status: account.suspended ? "SUSPENDED" : "ENABLED",
      isManager: false,
      managerId: manager?.id ?? null,
      hasBilling: !account.unbilled,
      conversionActionId: account.bare
        ? null
        : stableNumber(9, "google", "conversion-action", key, String(index)),
      logoAssetId: account.bare ? null : stableNumber(11, "google", "logo", key, String(index)),
    })),
  };
}

function makeManager(key: string, name: string): Customer {
  return {
    id: stableNumber(10, "google", "manager", key),
    name,
    currency: "SAR",
    timeZone: "Asia/Riyadh",
    status: "ENABLED",
    isManager: true,
    managerId: null,
    hasBilling: true,
    conversionActionId: null,
    logoAssetId: null,
  };
}
