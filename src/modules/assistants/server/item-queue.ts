/** Items of work that goes on whether or not they are read: one reader takes them in their order. */
export class ItemQueue<Item> implements AsyncIterable<Item> {
  private readonly items: Item[] = [];
  private ended: { error: unknown } | null = null;
  private wake = Promise.withResolvers<void>();

  push(item: Item): void {
    this.items.push(item);
    this.wake.resolve();
  }

  /** No item comes after it; with an error the reader gets it behind the items. */
  end(error?: unknown): void {
    this.ended = { error };
    this.wake.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for (;;) {
      const item = this.items.shift();
      if (item !== undefined) yield item;
      else if (this.ended) {
        if (this.ended.error !== undefined) throw this.ended.error;
        return;
      } else {
        await this.wake.promise;
        this.wake = Promise.withResolvers();
      }
    }
  }
}
