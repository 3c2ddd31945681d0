import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { PagePicture } from "../domain/render-page.ts";

export type PictureFile = Pick<
  Row<"landing_pages.pictures">,
  "version" | "width" | "height" | "format" | "bytes"
>;

/** The page shows these files from now on, and no others. */
export async function replacePictures(
  { tx, actor }: Context,
  pageId: string,
  files: readonly PictureFile[],
): Promise<void> {
  await tx.run(sql`
    delete from landing_pages.pictures where merchant_id = ${actor.merchantId} and page_id = ${pageId}`);
  for (const { version, width, height, format, bytes } of files)
    await tx.run(sql`
      insert into landing_pages.pictures (merchant_id, page_id, version, width, format, height, bytes)
      values (${actor.merchantId}, ${pageId}, ${version}, ${width}, ${format}, ${height}, ${bytes})`);
}

export async function findPicture({ db, actor }: ReadContext, pageId: string): Promise<PagePicture | null> {
  const rows = await db.many<Pick<PictureFile, "version" | "width" | "height">>(sql`
    select version, width, height from landing_pages.pictures
    where merchant_id = ${actor.merchantId} and page_id = ${pageId} and format = 'webp' order by width`);
  const [first] = rows;
  return first ? { version: first.version, sizes: rows } : null;
}

type PictureName = { slug: string; version: string; width: number; format: string };

/** A file by its public address. */
export const findPictureFile = (
  db: Db,
  { slug, version, width, format }: PictureName,
): Promise<Pick<PictureFile, "bytes"> | undefined> =>
  db.maybeOne(sql`
    select bytes from landing_pages.pages join landing_pages.pictures
      on pictures.merchant_id = pages.merchant_id and pictures.page_id = pages.id
    where slug = ${slug} and version = ${version} and width = ${width} and format = ${format}`);
