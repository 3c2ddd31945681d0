import type { Context } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type ChainEnd = Row<"billing.invoice_chain", "counter" | "last_hash">;

/** The end of the chain. Whoever issues next waits until this transaction ends. */
export function lockChain({ tx }: Context): Promise<ChainEnd> {
  const end = sql`select counter, last_hash from billing.invoice_chain for update`;
  return tx.one<ChainEnd>(prepared("billing.lock_chain", end));
}

/** The next number of a series, from 1 without gaps: rolled back with its document. The caller has locked the chain. */
export async function takeNumber({ tx }: Context, series: string): Promise<number> {
  const next = sql`
    insert into billing.invoice_series (series, last_number) values (${series}, 1)
    on conflict (series) do update set last_number = invoice_series.last_number + 1
    returning last_number`;
  const { last_number } = await tx.one<Row<"billing.invoice_series", "last_number">>(
    prepared("billing.take_number", next),
  );
  return last_number;
}
