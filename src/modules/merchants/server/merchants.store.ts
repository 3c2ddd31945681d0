import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { DigitStyle, Language, Theme, WebsiteType } from "../contract/words.ts";

export type MerchantRow = {
  id: string;
  name: string;
  mobile: string;
  email: string | null;
  language: Language;
  digits: DigitStyle;
  theme: Theme;
  website_type: WebsiteType | null;
  is_store_active: boolean;
  password_hash: string | null;
  created_at: Date;
};

const columns = sql`id, name, mobile, email, language, digits, theme, website_type, is_store_active, password_hash, created_at`;

export function findMerchant(db: Db, merchantId: string): Promise<MerchantRow | undefined> {
  return db.maybeOne<MerchantRow>(sql`select ${columns} from merchants.merchants where id = ${merchantId}`);
}

export function findByMobile(db: Db, mobile: string): Promise<MerchantRow | undefined> {
  return db.maybeOne<MerchantRow>(sql`select ${columns} from merchants.merchants where mobile = ${mobile}`);
}

type NewMerchant = { name: string; mobile: string; email: string | null; language: Language };

/** Undefined when the number got a merchant in the meantime. */
export function insertMerchant(
  tx: Tx,
  { name, mobile, email, language }: NewMerchant,
  now: Date,
): Promise<MerchantRow | undefined> {
  return tx.maybeOne<MerchantRow>(sql`
    insert into merchants.merchants (id, name, mobile, email, language, created_at, updated_at)
    values (${newId("mer")}, ${name}, ${mobile}, ${email}, ${language}, ${now}, ${now})
    on conflict (mobile) do nothing returning ${columns}`);
}

/** A missing field stays unchanged; an email of null is removed. */
export type ProfileChange = {
  name?: string | undefined;
  email?: string | null | undefined;
  language?: Language | undefined;
  digits?: DigitStyle | undefined;
  theme?: Theme | undefined;
};

export function saveProfile(
  tx: Tx,
  merchantId: string,
  change: ProfileChange,
  now: Date,
): Promise<MerchantRow> {
  const { name = null, email, language = null, digits = null, theme = null } = change;
  return tx.one<MerchantRow>(sql`
    update merchants.merchants set
      name = coalesce(${name}, name),
      email = case when ${email !== undefined} then ${email ?? null} else email end,
      language = coalesce(${language}, language),
      digits = coalesce(${digits}, digits),
      theme = coalesce(${theme}, theme),
      updated_at = ${now}
    where id = ${merchantId} returning ${columns}`);
}

export function savePassword(tx: Tx, merchantId: string, hash: string, now: Date): Promise<MerchantRow> {
  return tx.one<MerchantRow>(sql`
    update merchants.merchants set password_hash = ${hash}, updated_at = ${now}
    where id = ${merchantId} returning ${columns}`);
}
