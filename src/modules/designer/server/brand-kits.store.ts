import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type BrandKitRecord = Row<"designer.brand_kits">;
type Look = Pick<BrandKitRecord, "main_color" | "soft_color" | "accent_color" | "font" | "phrases">;

export const findBrandKit = ({ db, actor }: ReadContext): Promise<BrandKitRecord | undefined> =>
  db.maybeOne(sql`select * from designer.brand_kits where merchant_id = ${actor.merchantId}`);

export const upsertBrandKit = (
  { tx, actor }: Context,
  { main_color, soft_color, accent_color, font, phrases, at }: Look & { at: Date },
): Promise<BrandKitRecord> =>
  tx.one(sql`
    insert into designer.brand_kits (merchant_id, main_color, soft_color, accent_color, font, phrases, updated_at)
    values (${actor.merchantId}, ${main_color}, ${soft_color}, ${accent_color}, ${font}, ${phrases}, ${at})
    on conflict (merchant_id) do update set main_color = excluded.main_color, soft_color = excluded.soft_color,
      accent_color = excluded.accent_color, font = excluded.font, phrases = excluded.phrases,
      updated_at = excluded.updated_at
    returning *`);

type Logo = { logo_key: string; logo_ratio: number };

/** The logo, or none. */
export const setBrandLogo = (
  { tx, actor }: Context,
  { logo, at }: { logo: Logo | null; at: Date },
): Promise<BrandKitRecord> =>
  tx.one(sql`
    insert into designer.brand_kits (merchant_id, logo_key, logo_ratio, updated_at)
    values (${actor.merchantId}, ${logo?.logo_key ?? null}, ${logo?.logo_ratio ?? null}, ${at})
    on conflict (merchant_id) do update set logo_key = excluded.logo_key, logo_ratio = excluded.logo_ratio,
      updated_at = excluded.updated_at
    returning *`);

/** Whether designs or the kit itself still carry the logo. */
export async function isLogoUsed({ db, actor }: ReadContext, key: string): Promise<boolean> {
  const { merchantId } = actor;
  const { is_used } = await db.one<{ is_used: boolean }>(sql`
    select exists (select from designer.requests where merchant_id = ${merchantId} and logo_key = ${key})
      or exists (select from designer.brand_kits where merchant_id = ${merchantId} and logo_key = ${key}) as is_used`);
  return is_used;
}
