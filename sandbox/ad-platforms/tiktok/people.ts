import { playerOf } from "../shared/cast.ts";
import type { Currency } from "../shared/deliveries.ts";
import { stableHex, stableNumber } from "../shared/stable-id.ts";
import { SCOPES } from "./facts.ts";

/** Whom an ad appears under: a TikTok account, or a name with a picture. */
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
  /** In units of the currency; nothing is shown when there is none left. */
  balance: number;
  pixelId: string;
  /** TikTok lets ad accounts into Upgraded Smart+ one by one. */
  hasSmartPlus: boolean;
  /** The manual flow is closed to it already, whatever the objective. */
  isManualFlowClosed: boolean;
  identities: AdIdentity[];
};

/** A person one may be on the consent page, with the ad accounts (advertisers) they can reach. */
export type Identity = {
  key: string;
  userId: string;
  email: string;
  name: string;
  shows: { ar: string; en: string };
  scopes: number[];
  accounts: Advertiser[];
};

/** How a fresh person may differ from Noura. */
export type Wishes = {
  currency?: Currency;
  disabled?: true;
  noIdentity?: true;
  noSmartPlus?: true;
  manualFlowClosed?: true;
};

type Sketch = {
  shows: { ar: string; en: string };
  scopes?: number[];
  accounts: { name: string; disabled?: true; currency?: Currency; timezone?: string; empty?: true }[];
  hasNoIdentity?: true;
};

const ALL_SCOPES: number[] = Object.values(SCOPES);
const sketches: Record<string, Sketch> = {
  noura: {
    shows: { ar: "حسابان بالريال وهويتان", en: "two SAR ad accounts with two identities" },
    accounts: [{ name: "نورة - الحساب الرئيسي" }, { name: "نورة - العروض" }],
  },
  fahad: {
    shows: { ar: "بلا هوية تظهر الإعلانات باسمها", en: "no identity for ads to appear under" },
    accounts: [{ name: "قهوة فهد" }],
    hasNoIdentity: true,
  },
  sara: {
    shows: { ar: "بلا حساب إعلاني", en: "no ad account" },
    accounts: [],
  },
  khalid: {
    shows: { ar: "حساب بالدولار", en: "a USD ad account" },
    accounts: [{ name: "Khalid US", currency: "USD", timezone: "America/New_York" }],
  },
  huda: {
    shows: { ar: "حساب باليورو", en: "a EUR ad account" },
    accounts: [{ name: "Huda Europe", currency: "EUR", timezone: "Europe/Berlin" }],
  },
  reem: {
    shows: { ar: "حساب معطّل", en: "a disabled ad account" },
    accounts: [{ name: "هدايا ريم", disabled: true }],
  },
  bader: {
    shows: { ar: "رصيد الحساب نفد", en: "an ad account without balance" },
    accounts: [{ name: "إلكترونيات بدر", empty: true }],
  },
  maha: {
    shows: { ar: "إذن بالتقارير فقط", en: "permits reports only" },
    scopes: [SCOPES.account, SCOPES.reporting],
    accounts: [{ name: "بيت مها" }],
  },
};

export const DEMO_KEYS = Object.keys(sketches);

/** Ids are digits beyond what a JavaScript number can hold, as the vendor's are. */
const idOf = (...words: string[]) => `7${stableNumber(18, "tiktok", ...words)}`;

/** Who stands behind a key, or null when nobody does. A fresh person is shaped like Noura but for their wishes. */
export function identityOf(key: string, wishes: Wishes = {}): Identity | null {
  const player = playerOf(sketches, key);
  if (!player) return null;
  const { sketch, name, email, suffix } = player;
  const hasIdentity = !sketch.hasNoIdentity && !wishes.noIdentity;
  return {
    key,
    userId: idOf("user", key),
    email,
    name,
    shows: sketch.shows,
    scopes: sketch.scopes ?? ALL_SCOPES,
    accounts: sketch.accounts.map((account, index) => ({
      id: idOf("advertiser", key, String(index)),
      name: account.name + suffix,
      status: account.disabled || wishes.disabled ? "STATUS_DISABLE" : "STATUS_ENABLE",
      currency: wishes.currency ?? account.currency ?? "SAR",
      timezone: account.timezone ?? "Asia/Riyadh",
      balance: account.empty ? 0 : 50_000,
      pixelId: idOf("pixel", key, String(index)),
      hasSmartPlus: !wishes.noSmartPlus,
      isManualFlowClosed: Boolean(wishes.manualFlowClosed),
      identities: hasIdentity ? identitiesOf(key, index, player.business) : [],
    })),
  };
}

function identitiesOf(key: string, index: number, brand: string): AdIdentity[] {
  return [
    {
      identity_id: stableHex("tiktok", "tt-user", key, String(index)).slice(0, 36),
      identity_type: "TT_USER",
      display_name: brand,
      username: key.replace("-", ""),
      can_push_video: true,
    },
    {
      identity_id: idOf("identity", key, String(index)),
      identity_type: "CUSTOMIZED_USER",
      display_name: brand,
      username: null,
      can_push_video: null,
    },
  ];
}
