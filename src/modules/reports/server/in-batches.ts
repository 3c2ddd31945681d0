/** Rows that are worth a transaction, and few enough to hold. */
const rowsAtOnce = 1_000;

/**
 * Gathers small pages and divides large ones, so that each batch holds about a thousand rows; rows that `toRow` answers
 * with null are left out. Nothing but the batch under way is held.
 */
export async function* inBatches<Row, Mapped>(
  pages: AsyncIterable<readonly Row[]>,
  toRow: (row: Row) => Mapped | null,
): AsyncGenerator<Mapped[]> {
  let batch: Mapped[] = [];
  for await (const page of pages) {
    for (const row of page) {
      const mapped = toRow(row);
      if (mapped === null) continue;
      batch.push(mapped);
      if (batch.length < rowsAtOnce) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
