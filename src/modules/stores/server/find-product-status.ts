import { createHash } from "node:crypto";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { ProductStatus } from "../contract/enums.ts";

/** The status of the product whose page is at an address; null when the address is no product's. */
export async function findProductStatusAt(
  { db, actor }: ReadContext,
  address: string,
): Promise<ProductStatus | null> {
  const forms = toForms(address);
  const keys = forms.map((form) => createHash("md5").update(form).digest("hex"));
  const found = await db.maybeOne<Row<"stores.products", "status"> & { status: ProductStatus }>(sql`
    select status from stores.products
    where merchant_id = ${actor.merchantId} and url is not null and md5(url) = any(${keys}::text[])
      and url = any(${forms}::text[])
    order by case status when 'on_sale' then 0 when 'out_of_stock' then 1 else 2 end limit 1`);
  return found?.status ?? null;
}

/** A page's address as shops may write it: with its query or without, with a final slash or without, encoded or not. */
function toForms(address: string): string[] {
  const url = new URL(address);
  const bare = `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  const encoded = [url.href, bare, `${bare}/`];
  return [...new Set([...encoded, ...encoded.map(decode)])];
}

function decode(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
