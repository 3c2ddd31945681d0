import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Sizes } from "../contract/design-shapes.ts";
import type { Placement } from "../contract/placements.ts";
import type { SetChoices } from "../domain/chat/apply-changes.ts";

export type RequestRecord = Row<"designer.requests">;
type NewRequest = Omit<RequestRecord, "merchant_id">;
/** A design with what it was made from. */
export type DesignRecord = Omit<Row<"designer.designs">, "sizes" | "placements"> &
  Pick<
    RequestRecord,
    "product_id" | "product_name" | "style" | "picture_key" | "picture_sha256" | "logo_key" | "background_key"
  > & {
    placements: Placement[];
    sizes: Sizes;
  };
export type NewDesign = Pick<DesignRecord, "id" | "number" | "layout" | "language" | "placements" | "sizes">;

const columns = sql`designs.*, product_id, product_name, style, picture_key, picture_sha256, logo_key,
  background_key`;
const withRequest = sql`designer.designs join designer.requests
  on requests.merchant_id = designs.merchant_id and requests.id = designs.request_id`;

export const findRequestByKey = (
  { db, actor }: ReadContext,
  requestKey: string,
): Promise<RequestRecord | undefined> =>
  db.maybeOne(sql`
    select * from designer.requests where merchant_id = ${actor.merchantId} and request_key = ${requestKey}`);

/** False when the same key was used at this moment. */
export async function insertRequest({ tx, actor }: Context, request: NewRequest): Promise<boolean> {
  const { id, request_key, request_hash, product_id, product_name, store_name, style, season, seed } =
    request;
  const { picture_key, picture_sha256, logo_key, background_key, pictures, created_at } = request;
  const inserted = await tx.run(sql`
    insert into designer.requests (merchant_id, id, request_key, request_hash, product_id, product_name, store_name,
      style, season, seed, picture_key, picture_sha256, logo_key, background_key, pictures, created_at)
    values (${actor.merchantId}, ${id}, ${request_key}, ${request_hash}, ${product_id}, ${product_name}, ${store_name},
      ${style}, ${season}, ${seed}, ${picture_key}, ${picture_sha256}, ${logo_key}, ${background_key},
      ${pictures}, ${created_at})
    on conflict (merchant_id, request_key) do nothing`);
  return inserted === 1;
}

export async function insertDesigns(
  { tx, actor }: Context,
  { requestId, designs, at }: { requestId: string; designs: readonly NewDesign[]; at: Date },
): Promise<void> {
  await tx.run(sql`
    insert into designer.designs (merchant_id, id, request_id, number, layout, language, placements, sizes, created_at,
      updated_at)
    select ${actor.merchantId}, id, ${requestId}, number, layout, language, placements, sizes, ${at}, ${at}
    from json_to_recordset(${JSON.stringify(designs)}::json)
      as row (id text, number int, layout text, language text, placements text[], sizes jsonb)`);
}

export const findDesign = ({ db, actor }: ReadContext, id: string): Promise<DesignRecord | undefined> =>
  db.maybeOne(
    sql`select ${columns} from ${withRequest} where designs.merchant_id = ${actor.merchantId} and designs.id = ${id}`,
  );

export const listDesignsByRequest = (
  { db, actor }: ReadContext,
  requestId: string,
): Promise<DesignRecord[]> =>
  db.many(sql`
    select ${columns} from ${withRequest}
    where designs.merchant_id = ${actor.merchantId} and request_id = ${requestId} order by number`);

/** The newest first; `after` is the last id of the page before. */
export const listDesigns = (
  { db, actor }: ReadContext,
  { after, limit }: { after: string | null; limit: number },
): Promise<DesignRecord[]> =>
  db.many(sql`
    select ${columns} from ${withRequest}
    where designs.merchant_id = ${actor.merchantId} and (${after}::text is null or designs.id < ${after})
    order by designs.id desc limit ${limit}`);

/** False when the design has another version by now. */
export async function updateDesign(
  { tx, actor }: Context,
  { id, version, sizes, at }: { id: string; version: number; sizes: Sizes; at: Date },
): Promise<boolean> {
  const updated = await tx.run(sql`
    update designer.designs set sizes = ${JSON.stringify(sizes)}, version = version + 1, updated_at = ${at}
    where merchant_id = ${actor.merchantId} and id = ${id} and version = ${version}`);
  return updated === 1;
}

type FileKeys = Pick<RequestRecord, "picture_key" | "logo_key" | "background_key">;

/** Returns the keys of its files when this was the last design of its request; null while others use them. */
export async function deleteDesign({ tx, actor }: Context, id: string): Promise<FileKeys | null> {
  const { merchantId } = actor;
  const deleted = await tx.maybeOne<{ request_id: string }>(sql`
    delete from designer.designs where merchant_id = ${merchantId} and id = ${id} returning request_id`);
  if (!deleted) return null;
  const emptied = await tx.maybeOne<FileKeys>(sql`
    delete from designer.requests
    where merchant_id = ${merchantId} and id = ${deleted.request_id}
      and not exists (select from designer.designs where merchant_id = ${merchantId} and request_id = ${deleted.request_id})
    returning picture_key, logo_key, background_key`);
  return emptied ?? null;
}

type ChangedRequest = SetChoices & Pick<Row<"designer.requests">, "id" | "logo_key">;

export const findRequest = ({ db, actor }: ReadContext, id: string): Promise<ChangedRequest | undefined> =>
  db.maybeOne(sql`
    select id, style, season, logo_key from designer.requests
    where merchant_id = ${actor.merchantId} and id = ${id}`);

export const updateChoices = ({ tx, actor }: Context, { id, style, season }: SetChoices & { id: string }) =>
  tx.run(sql`
    update designer.requests set style = ${style}, season = ${season}
    where merchant_id = ${actor.merchantId} and id = ${id}`);

/** False when the design has another version by now. */
export async function replaceSizes(
  { tx, actor }: Context,
  {
    id,
    version,
    sizes,
    placements,
    at,
  }: Pick<DesignRecord, "id" | "version" | "sizes" | "placements"> & { at: Date },
): Promise<boolean> {
  const updated = await tx.run(sql`
    update designer.designs
    set sizes = ${JSON.stringify(sizes)}, placements = ${placements}, version = version + 1, updated_at = ${at}
    where merchant_id = ${actor.merchantId} and id = ${id} and version = ${version}`);
  return updated === 1;
}
