import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import { fold } from "#base/shared/fold.ts";
import type {
  AttributionModel,
  AttributionWindow,
  Calendar,
  CountedOrders,
  DigitStyle,
  Language,
  Theme,
  UndoSeconds,
  WebsiteType,
} from "../contract/enums.ts";

export type MerchantRow = Omit<
  Row<"merchants.merchants">,
  "updated_at" | "mobile_changed_at" | "name_folded"
> & {
  attribution_window_days: AttributionWindow;
  attribution_model: AttributionModel;
  counted_orders: CountedOrders;
  undo_seconds: UndoSeconds;
};

const columns = sql`id, name, mobile, email, language, digits, theme, calendar, city, attribution_window_days,
  attribution_model, counted_orders, undo_seconds, website_type, is_store_active, erasure_due_at, password_hash, created_at`;

export function findMerchant({ db, actor }: ReadContext): Promise<MerchantRow | undefined> {
  return db.maybeOne<MerchantRow>(
    sql`select ${columns} from merchants.merchants where id = ${actor.merchantId}`,
  );
}

export function lockMerchant({ tx, actor }: Context): Promise<MerchantRow> {
  return tx.one<MerchantRow>(
    sql`select ${columns} from merchants.merchants where id = ${actor.merchantId} for update`,
  );
}

export function findByMobile(db: Db, mobile: string): Promise<MerchantRow | undefined> {
  return db.maybeOne<MerchantRow>(sql`select ${columns} from merchants.merchants where mobile = ${mobile}`);
}

type NewMerchant = Pick<MerchantRow, "name" | "mobile" | "email" | "language">;

/** Undefined when the number got a merchant in the meantime. */
export function insertMerchant(
  tx: Tx,
  { name, mobile, email, language }: NewMerchant,
  now: Date,
): Promise<MerchantRow | undefined> {
  return tx.maybeOne<MerchantRow>(sql`
    insert into merchants.merchants (id, name, name_folded, mobile, email, language, created_at, updated_at)
    values (${newId("mer")}, ${name}, ${fold(name)}, ${mobile}, ${email}, ${language}, ${now}, ${now})
    on conflict (mobile) do nothing returning ${columns}`);
}

/** A missing field stays unchanged; an email of null is removed. */
export type ProfileChange = {
  name?: string | undefined;
  email?: string | null | undefined;
  language?: Language | undefined;
  digits?: DigitStyle | undefined;
  theme?: Theme | undefined;
  calendar?: Calendar | undefined;
  city?: string | undefined;
  attribution_window_days?: AttributionWindow | undefined;
  attribution_model?: AttributionModel | undefined;
  counted_orders?: CountedOrders | undefined;
  undo_seconds?: UndoSeconds | undefined;
};

/** `at` is the system clock, here and below. */
export function saveProfile({ tx, actor }: Context, change: ProfileChange, at: Date): Promise<MerchantRow> {
  const { name = null, email, language = null, digits = null, theme = null, calendar = null } = change;
  const { city = null, attribution_window_days = null, attribution_model = null } = change;
  const { counted_orders = null, undo_seconds = null } = change;
  return tx.one<MerchantRow>(sql`
    update merchants.merchants set
      name = coalesce(${name}, name),
      name_folded = coalesce(${name === null ? null : fold(name)}, name_folded),
      email = case when ${email !== undefined} then ${email ?? null} else email end,
      language = coalesce(${language}, language),
      digits = coalesce(${digits}, digits),
      theme = coalesce(${theme}, theme),
      calendar = coalesce(${calendar}, calendar),
      city = coalesce(${city}, city),
      attribution_window_days = coalesce(${attribution_window_days}, attribution_window_days),
      attribution_model = coalesce(${attribution_model}, attribution_model),
      counted_orders = coalesce(${counted_orders}, counted_orders),
      undo_seconds = coalesce(${undo_seconds}, undo_seconds),
      updated_at = ${at}
    where id = ${actor.merchantId} returning ${columns}`);
}

export function savePassword({ tx, actor }: Context, hash: string, at: Date): Promise<MerchantRow> {
  return tx.one<MerchantRow>(sql`
    update merchants.merchants set password_hash = ${hash}, updated_at = ${at}
    where id = ${actor.merchantId} returning ${columns}`);
}

/** The database notes when it was changed. */
export function saveMobile({ tx, actor }: Context, mobile: string, at: Date): Promise<MerchantRow> {
  return tx.one<MerchantRow>(sql`
    update merchants.merchants set mobile = ${mobile}, updated_at = ${at}
    where id = ${actor.merchantId} returning ${columns}`);
}

/** Returns what it was before; undefined when it was this already. */
export function saveWebsiteType(
  { tx, actor }: Context,
  type: WebsiteType | null,
  at: Date,
): Promise<Pick<MerchantRow, "website_type"> | undefined> {
  return tx.maybeOne(sql`
    update merchants.merchants set website_type = ${type}, updated_at = ${at}
    from (select id, website_type from merchants.merchants where id = ${actor.merchantId} for update) before
    where merchants.id = before.id and before.website_type is distinct from ${type}
    returning before.website_type`);
}

/** Returns what it was before; undefined when it was this already. */
export function saveStoreActive(
  { tx, actor }: Context,
  isActive: boolean,
  at: Date,
): Promise<Pick<MerchantRow, "is_store_active"> | undefined> {
  return tx.maybeOne(sql`
    update merchants.merchants set is_store_active = ${isActive}, updated_at = ${at}
    from (select id, is_store_active from merchants.merchants where id = ${actor.merchantId} for update) before
    where merchants.id = before.id and before.is_store_active <> ${isActive}
    returning before.is_store_active`);
}

/** Returns what it was before; undefined when it was this already. */
export function saveErasureDue(
  { tx, actor }: Context,
  dueAt: Date | null,
  at: Date,
): Promise<Pick<MerchantRow, "erasure_due_at"> | undefined> {
  return tx.maybeOne(sql`
    update merchants.merchants set erasure_due_at = ${dueAt}, updated_at = ${at}
    from (select id, erasure_due_at from merchants.merchants where id = ${actor.merchantId} for update) before
    where merchants.id = before.id and before.erasure_due_at is distinct from ${dueAt}
    returning before.erasure_due_at`);
}

/** When the merchant's number became another, by the system clock; null while it is the one of the sign-up. */
export async function loadMobileChangedAt({ db, actor }: ReadContext): Promise<Date | null> {
  const known = await db.maybeOne<Row<"merchants.merchants", "mobile_changed_at">>(
    sql`select mobile_changed_at from merchants.merchants where id = ${actor.merchantId}`,
  );
  return known?.mobile_changed_at ?? null;
}
