import type { Currency } from "../shared/deliveries.ts";
import { findDemoPerson } from "../shared/demo-people.ts";
import { stableNumber } from "../shared/stable-id.ts";

export type DemoAccount = {
  /** Digits; as a node it is written with the prefix "act_". */
  id: string;
  name: string;
  /** 1 active, 2 disabled (Marketing API, ad-account). */
  status: 1 | 2;
  currency: Currency;
  timezone: string;
  isFunded: boolean;
  pixelId: string;
};
export type DemoPage = {
  id: string;
  name: string;
  tasks: string[];
  instagram: { id: string; username: string; name: string } | null;
};

/** An identity on the login dialog, with its business. */
export type Identity = {
  key: string;
  userId: string;
  email: string;
  name: string;
  description: { ar: string; en: string };
  /** The tasks they may do in their ad accounts. */
  role: "admin" | "analyst";
  business: { id: string; name: string };
  accounts: DemoAccount[];
  pages: DemoPage[];
};

/** Overrides for a fresh person's accounts. */
export type Overrides = { currency?: Currency; disabled?: true };

type DemoSpec = {
  description: { ar: string; en: string };
  role?: "analyst";
  accounts: ({ name: string; timezone?: string; unfunded?: true } & Overrides)[];
  page?: { name: string; instagram?: string; tasks?: string[] };
};

const demoSpecs: Record<string, DemoSpec> = {
  noura: {
    description: {
      ar: "حسابان بالريال وصفحة وحساب إنستغرام",
      en: "two SAR ad accounts, a Page and Instagram",
    },
    accounts: [{ name: "نورة - الحساب الرئيسي" }, { name: "نورة - العروض" }],
    page: { name: "Noura Perfumes", instagram: "noura.perfumes" },
  },
  fahad: {
    description: { ar: "بلا صفحة", en: "no Page" },
    accounts: [{ name: "قهوة فهد" }],
  },
  layla: {
    description: { ar: "صفحة بلا إنستغرام", en: "a Page without Instagram" },
    accounts: [{ name: "حلويات ليلى" }],
    page: { name: "Layla Sweets" },
  },
  sara: {
    description: { ar: "بلا حساب إعلاني", en: "no ad account" },
    accounts: [],
    page: { name: "Sara Fashion", instagram: "sara.fashion" },
  },
  khalid: {
    description: { ar: "حساب بالدولار", en: "a USD ad account" },
    accounts: [{ name: "Khalid US", currency: "USD", timezone: "America/New_York" }],
    page: { name: "Khalid Trading", instagram: "khalid.trading" },
  },
  huda: {
    description: { ar: "حساب باليورو", en: "a EUR ad account" },
    accounts: [{ name: "Huda Europe", currency: "EUR", timezone: "Europe/Berlin" }],
    page: { name: "Huda Europe", instagram: "huda.europe" },
  },
  reem: {
    description: { ar: "حساب معطّل", en: "a disabled ad account" },
    accounts: [{ name: "هدايا ريم", disabled: true }],
    page: { name: "Reem Gifts", instagram: "reem.gifts" },
  },
  bader: {
    description: { ar: "بلا وسيلة دفع", en: "no funding source" },
    accounts: [{ name: "إلكترونيات بدر", unfunded: true }],
    page: { name: "Bader Electronics", instagram: "bader.tech" },
  },
  maha: {
    description: { ar: "صلاحية التحليل فقط", en: "may analyse only" },
    role: "analyst",
    accounts: [{ name: "بيت مها" }],
    page: { name: "Maha Home", instagram: "maha.home", tasks: ["ANALYZE"] },
  },
};

export const DEMO_KEYS = Object.keys(demoSpecs);
const PAGE_TASKS = ["ADVERTISE", "ANALYZE", "CREATE_CONTENT", "MESSAGING", "MODERATE", "MANAGE"];
const toId = (...words: string[]) => stableNumber(15, "meta", ...words);

/** The identity with this key, or null. A fresh person is like Noura, changed by the overrides. */
export function findIdentity(key: string, overrides: Overrides = {}): Identity | null {
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
    business: { id: toId("business", key), name: person.business },
    accounts: spec.accounts.map((account, index) => ({
      id: toId("adaccount", key, String(index)),
      name: account.name + suffix,
      status: (overrides.disabled ?? account.disabled) ? 2 : 1,
      currency: overrides.currency ?? account.currency ?? "SAR",
      timezone: account.timezone ?? "Asia/Riyadh",
      isFunded: !account.unfunded,
      pixelId: toId("pixel", key, String(index)),
    })),
    pages: spec.page ? [makeDemoPage(key, suffix, spec.page)] : [],
  };
}

function makeDemoPage(key: string, suffix: string, page: NonNullable<DemoSpec["page"]>): DemoPage {
  const username = page.instagram && `${page.instagram}${suffix.trim()}`;
  return {
    id: toId("page", key),
    name: page.name + suffix,
    tasks: page.tasks ?? PAGE_TASKS,
    instagram: username ? { id: toId("instagram", key), username, name: page.name + suffix } : null,
  };
}
