import { describe, expect, it } from "vitest";
import { ItemQueue } from "./item-queue.ts";

describe("items of work that goes on by itself", () => {
  it("are read in their order, those from before the reader and those that come later", async () => {
    const queue = new ItemQueue<number>();
    queue.push(1);
    queue.push(2);
    const read: number[] = [];
    const reading = (async () => {
      for await (const item of queue) read.push(item);
    })();
    await Promise.resolve();
    queue.push(3);
    await Promise.resolve();
    queue.push(4);
    queue.end();
    await reading;
    expect(read).toEqual([1, 2, 3, 4]);
  });

  it("end with what went wrong, behind the items before it", async () => {
    const queue = new ItemQueue<string>();
    queue.push("step");
    queue.end(new Error("refused"));
    const items = queue[Symbol.asyncIterator]();
    expect(await items.next()).toEqual({ done: false, value: "step" });
    await expect(items.next()).rejects.toThrow("refused");
  });

  it("go on when the reader leaves", async () => {
    const queue = new ItemQueue<number>();
    queue.push(1);
    for await (const item of queue) if (item === 1) break;
    expect(() => queue.push(2)).not.toThrow();
  });
});
