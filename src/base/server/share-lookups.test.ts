import { describe, expect, it } from "vitest";
import { shareLookups } from "./share-lookups.ts";

function lookups() {
  const loads: string[][] = [];
  const find = shareLookups(async (keys: readonly string[]) => {
    loads.push([...keys]);
    return new Map(keys.filter((key) => key !== "unknown").map((key) => [key, key.toUpperCase()]));
  });
  return { find, loads };
}

describe("look-ups of one moment", () => {
  it("are loaded together, each key once", async () => {
    const { find, loads } = lookups();
    expect(await Promise.all(["a", "b", "a", "unknown"].map(find))).toEqual(["A", "B", "A", undefined]);
    expect(loads).toEqual([["a", "b", "unknown"]]);
  });

  it("are loaded again at another moment: nothing is remembered", async () => {
    const { find, loads } = lookups();
    await find("a");
    await find("a");
    expect(loads).toEqual([["a"], ["a"]]);
  });

  it("are cut into statements of five hundred keys", async () => {
    const { find, loads } = lookups();
    const keys = Array.from({ length: 501 }, (_, n) => `key ${n}`);
    expect((await Promise.all(keys.map(find))).length).toBe(501);
    expect(loads.map((load) => load.length)).toEqual([500, 1]);
  });

  it("fail together when the load fails, and the next ones are loaded", async () => {
    let isDown = true;
    const find = shareLookups(async (keys: readonly string[]) => {
      if (isDown) throw new Error("down");
      return new Map(keys.map((key) => [key, 1]));
    });
    const outcomes = await Promise.allSettled([find("a"), find("b")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isDown = false;
    expect(await find("a")).toBe(1);
  });
});
