/** The position in a list on platforms that count pages from 1; the cursor is the page's number. */
export function parsePageNumber(cursor: string | null): number {
  return cursor === null ? 1 : Number(cursor);
}
