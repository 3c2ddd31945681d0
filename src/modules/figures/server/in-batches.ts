/** The number of rows per transaction: few enough to keep in memory. */
const rowsAtOnce = 1_000;

/**
 * Joins small pages and splits large ones, so that each batch holds about a thousand rows. Rows for which `toRow`
 * returns null are left out. Only the current batch is in memory.
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
