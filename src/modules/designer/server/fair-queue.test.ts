import { describe, expect, it } from "vitest";
import { makeFairQueue } from "./fair-queue.ts";

/** Works that end when they are told to, in the order in which they began. */
function openWorks() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endNext = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, endNext };
}

describe("works of several merchants", () => {
  it("take turns: what one has waiting does not hold up another", async () => {
    const { begun, work, endNext } = openWorks();
    const queue = makeFairQueue({ atOnce: 2, perKey: 1, waitingPerKey: 10 });
    for (const name of ["a1", "a2", "a3"]) void queue.run("a", work(name));
    void queue.run("b", work("b1"));
    void queue.run("c", work("c1"));
    expect(begun).toEqual(["a1", "b1"]);
    await endNext();
    expect(begun).toEqual(["a1", "b1", "c1"]);
    await endNext();
    await endNext();
    expect(begun).toEqual(["a1", "b1", "c1", "a2"]);
  });

  it("are refused at once where too many of one merchant wait, and never another's", async () => {
    const { work } = openWorks();
    const queue = makeFairQueue({ atOnce: 1, perKey: 1, waitingPerKey: 1 });
    void queue.run("a", work("a1"));
    void queue.run("a", work("a2"));
    expect(queue.run("a", work("a3"))).toBeUndefined();
    expect(queue.run("b", work("b1"))).toBeDefined();
  });

  it("that fail give their place back", async () => {
    const queue = makeFairQueue({ atOnce: 1, perKey: 1, waitingPerKey: 1 });
    await expect(queue.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run("a", async () => "drawn")).toBe("drawn");
  });
});
