/** Rows that are worth a transaction, and few enough to hold. */
const rowsAtOnce = 1_000;

/**
 * Gathers small pages and divides large ones, so that each batch holds about a thousand rows; rows that `take` answers
 * with null are left out. Nothing but the batch under way is held.
 */
export async function* inBatches<Row, Taken>(
  pages: AsyncIterable<readonly Row[]>,
  take: (row: Row) => Taken | null,
): AsyncGenerator<Taken[]> {
  let batch: Taken[] = [];
  for await (const page of pages) {
    for (const row of page) {
      const taken = take(row);
      if (taken === null) continue;
      batch.push(taken);
      if (batch.length < rowsAtOnce) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
