/** Every page of a list by cursor, one after the other; each is read when the one before has been used. */
export async function* listPages<Page extends { next: string | null }>(
  load: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let cursor: string | undefined; ; ) {
    const page = await load(cursor);
    yield page;
    if (page.next === null) return;
    cursor = page.next;
  }
}
