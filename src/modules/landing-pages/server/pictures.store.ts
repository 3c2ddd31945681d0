import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { PagePicture } from "../domain/render-picture.ts";

export type PictureFile = Pick<
  Row<"landing_pages.pictures">,
  "version" | "width" | "height" | "format" | "bytes"
>;

type PictureOf = { pageId: string; source: string };

/** The page shows these files from now on where it showed others of this source. */
export async function replacePicture(
  { tx, actor }: Context,
  { pageId, source }: PictureOf,
  files: readonly PictureFile[],
): Promise<void> {
  const { merchantId } = actor;
  await tx.run(sql`
    delete from landing_pages.pictures where merchant_id = ${merchantId} and page_id = ${pageId} and source = ${source}`);
  for (const { version, width, height, format, bytes } of files)
    await tx.run(sql`
      insert into landing_pages.pictures (merchant_id, page_id, source, version, width, format, height, bytes)
      values (${merchantId}, ${pageId}, ${source}, ${version}, ${width}, ${format}, ${height}, ${bytes})`);
}

/** Pictures that the page no longer shows. */
export async function deleteOtherPictures(
  { tx, actor }: Context,
  { pageId, sources }: { pageId: string; sources: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    delete from landing_pages.pictures
    where merchant_id = ${actor.merchantId} and page_id = ${pageId} and source <> all(${[...sources]}::text[])`);
}

export async function copyPictures(
  { tx, actor }: Context,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.run(sql`
    insert into landing_pages.pictures (merchant_id, page_id, source, version, width, format, height, bytes)
    select merchant_id, ${to}, source, version, width, format, height, bytes from landing_pages.pictures
    where merchant_id = ${actor.merchantId} and page_id = ${from}`);
}

/** The page's pictures by their source. */
export async function findPictures(
  { db, actor }: ReadContext,
  pageId: string,
): Promise<Map<string, PagePicture>> {
  const rows = await db.many<Pick<PictureFile, "version" | "width" | "height"> & { source: string }>(sql`
    select source, version, width, height from landing_pages.pictures
    where merchant_id = ${actor.merchantId} and page_id = ${pageId} and format = 'webp' order by source, width`);
  const bySource = Map.groupBy(rows, ({ source }) => source);
  return new Map(
    [...bySource].map(([source, sizes]) => [source, { version: sizes[0]?.version ?? "", sizes }]),
  );
}

type PictureName = { slug: string; version: string; width: number; format: string };

/** A file by its public address. */
export const findPictureFile = (
  db: Db,
  { slug, version, width, format }: PictureName,
): Promise<Pick<PictureFile, "bytes"> | undefined> =>
  db.maybeOne(sql`
    select bytes from landing_pages.addresses join landing_pages.pictures using (merchant_id, page_id)
    where slug = ${slug} and version = ${version} and width = ${width} and format = ${format}
    limit 1`);
