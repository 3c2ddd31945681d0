import { describe, expect, it } from "vitest";
import { findTrimProblem, startTrim } from "./trim.ts";

const limits = { min: 3, max: 180 };

describe("a video is cut", () => {
  it("to its longest accepted beginning at first", () => {
    expect(startTrim(300, limits)).toEqual({ start: 0, end: 180 });
    expect(startTrim(60.4, limits)).toEqual({ start: 0, end: 60.4 });
  });

  it("to exactly the least and the most seconds, and not beyond", () => {
    expect(findTrimProblem({ start: 10, end: 190 }, 300, limits)).toBeNull();
    expect(findTrimProblem({ start: 10, end: 190.1 }, 300, limits)).toBe("length");
    expect(findTrimProblem({ start: 10, end: 13 }, 300, limits)).toBeNull();
    expect(findTrimProblem({ start: 10, end: 12.9 }, 300, limits)).toBe("length");
  });

  it("only within itself", () => {
    expect(findTrimProblem({ start: 20, end: 20 }, 300, limits)).toBe("outside");
    expect(findTrimProblem({ start: 200, end: 301 }, 300, limits)).toBe("outside");
  });
});
