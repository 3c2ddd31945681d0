import { playerOf } from "../shared/cast.ts";
import type { Currency } from "../shared/deliveries.ts";
import { stableNumber } from "../shared/stable-id.ts";

export type DemoAccount = {
  /** Digits; as a node it is written with "act_" before it. */
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

/** A person one may be on the login dialog, with the business they work in. */
export type Identity = {
  key: string;
  userId: string;
  email: string;
  name: string;
  shows: { ar: string; en: string };
  /** What they may do in their ad accounts. */
  role: "admin" | "analyst";
  business: { id: string; name: string };
  accounts: DemoAccount[];
  pages: DemoPage[];
};

/** What a fresh person's accounts should be like. */
export type Wish = { currency?: Currency; disabled?: true };

type Sketch = {
  shows: { ar: string; en: string };
  role?: "analyst";
  accounts: ({ name: string; timezone?: string; unfunded?: true } & Wish)[];
  page?: { name: string; instagram?: string; tasks?: string[] };
};

const sketches: Record<string, Sketch> = {
  noura: {
    shows: { ar: "حسابان بالريال وصفحة وحساب إنستغرام", en: "two SAR ad accounts, a Page and Instagram" },
    accounts: [{ name: "نورة - الحساب الرئيسي" }, { name: "نورة - العروض" }],
    page: { name: "Noura Perfumes", instagram: "noura.perfumes" },
  },
  fahad: {
    shows: { ar: "بلا صفحة", en: "no Page" },
    accounts: [{ name: "قهوة فهد" }],
  },
  layla: {
    shows: { ar: "صفحة بلا إنستغرام", en: "a Page without Instagram" },
    accounts: [{ name: "حلويات ليلى" }],
    page: { name: "Layla Sweets" },
  },
  sara: {
    shows: { ar: "بلا حساب إعلاني", en: "no ad account" },
    accounts: [],
    page: { name: "Sara Fashion", instagram: "sara.fashion" },
  },
  khalid: {
    shows: { ar: "حساب بالدولار", en: "a USD ad account" },
    accounts: [{ name: "Khalid US", currency: "USD", timezone: "America/New_York" }],
    page: { name: "Khalid Trading", instagram: "khalid.trading" },
  },
  huda: {
    shows: { ar: "حساب باليورو", en: "a EUR ad account" },
    accounts: [{ name: "Huda Europe", currency: "EUR", timezone: "Europe/Berlin" }],
    page: { name: "Huda Europe", instagram: "huda.europe" },
  },
  reem: {
    shows: { ar: "حساب معطّل", en: "a disabled ad account" },
    accounts: [{ name: "هدايا ريم", disabled: true }],
    page: { name: "Reem Gifts", instagram: "reem.gifts" },
  },
  bader: {
    shows: { ar: "بلا وسيلة دفع", en: "no funding source" },
    accounts: [{ name: "إلكترونيات بدر", unfunded: true }],
    page: { name: "Bader Electronics", instagram: "bader.tech" },
  },
  maha: {
    shows: { ar: "صلاحية التحليل فقط", en: "may analyse only" },
    role: "analyst",
    accounts: [{ name: "بيت مها" }],
    page: { name: "Maha Home", instagram: "maha.home", tasks: ["ANALYZE"] },
  },
};

export const DEMO_KEYS = Object.keys(sketches);
const PAGE_TASKS = ["ADVERTISE", "ANALYZE", "CREATE_CONTENT", "MESSAGING", "MODERATE", "MANAGE"];
const idOf = (...words: string[]) => stableNumber(15, "meta", ...words);

/** Who stands behind a key, or null when nobody does. A fresh person is shaped like Noura, and by their wish. */
export function identityOf(key: string, wish: Wish = {}): Identity | null {
  const player = playerOf(sketches, key);
  if (!player) return null;
  const { sketch, name, email, suffix } = player;
  return {
    key,
    userId: idOf("user", key),
    email,
    name,
    shows: sketch.shows,
    role: sketch.role ?? "admin",
    business: { id: idOf("business", key), name: player.business },
    accounts: sketch.accounts.map((account, index) => ({
      id: idOf("adaccount", key, String(index)),
      name: account.name + suffix,
      status: (wish.disabled ?? account.disabled) ? 2 : 1,
      currency: wish.currency ?? account.currency ?? "SAR",
      timezone: account.timezone ?? "Asia/Riyadh",
      isFunded: !account.unfunded,
      pixelId: idOf("pixel", key, String(index)),
    })),
    pages: sketch.page ? [pageOf(key, suffix, sketch.page)] : [],
  };
}

function pageOf(key: string, suffix: string, page: NonNullable<Sketch["page"]>): DemoPage {
  const username = page.instagram && `${page.instagram}${suffix.trim()}`;
  return {
    id: idOf("page", key),
    name: page.name + suffix,
    tasks: page.tasks ?? PAGE_TASKS,
    instagram: username ? { id: idOf("instagram", key), username, name: page.name + suffix } : null,
  };
}
