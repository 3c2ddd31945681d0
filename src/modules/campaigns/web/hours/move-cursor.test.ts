import { describe, expect, it } from "vitest";
import { moveCursor } from "./move-cursor.ts";

const evening = { first: 18, last: 23 };
const move = (key: string, isRtl: boolean, from = { weekday: 2, hour: 20 }) =>
  moveCursor(from, key, { isRtl, ...evening });

describe("an arrow in the hours of a week", () => {
  it("leads to the later hour in the reading direction", () => {
    expect(move("ArrowLeft", true)).toEqual({ weekday: 2, hour: 21 });
    expect(move("ArrowRight", true)).toEqual({ weekday: 2, hour: 19 });
    expect(move("ArrowRight", false)).toEqual({ weekday: 2, hour: 21 });
    expect(move("ArrowDown", true)).toEqual({ weekday: 3, hour: 20 });
  });

  it("stays inside what is shown, and other keys lead nowhere", () => {
    expect(move("ArrowRight", false, { weekday: 2, hour: 23 })).toBeNull();
    expect(move("ArrowUp", false, { weekday: 0, hour: 20 })).toBeNull();
    expect(move("ArrowDown", false, { weekday: 6, hour: 20 })).toBeNull();
    expect(move("Tab", false)).toBeNull();
  });
});
