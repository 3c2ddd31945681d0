/**
 * Every page of a list by cursor, one after the other; each is read when the one before has been used. The first is read
 * by the caller, so that what cannot be read is refused before a file begins.
 */
export async function* listPages<Page extends { next: string | null }>(
  first: Page,
  load: (cursor: string) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let page = first; ; page = await load(page.next)) {
    yield page;
    if (page.next === null) return;
  }
}
