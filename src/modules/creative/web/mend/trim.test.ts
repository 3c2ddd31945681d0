import { describe, expect, it } from "vitest";
import { startTrim, trimProblem } from "./trim-fields.tsx";

const limits = { min: 3, max: 180 };

describe("a video is cut", () => {
  it("to its longest accepted beginning at first", () => {
    expect(startTrim(300, limits)).toEqual({ start: 0, end: 180 });
    expect(startTrim(60.4, limits)).toEqual({ start: 0, end: 60.4 });
  });

  it("to exactly the least and the most seconds, and not beyond", () => {
    expect(trimProblem({ start: 10, end: 190 }, 300, limits)).toBeNull();
    expect(trimProblem({ start: 10, end: 190.1 }, 300, limits)).toBe("length");
    expect(trimProblem({ start: 10, end: 13 }, 300, limits)).toBeNull();
    expect(trimProblem({ start: 10, end: 12.9 }, 300, limits)).toBe("length");
  });

  it("only within itself", () => {
    expect(trimProblem({ start: 20, end: 20 }, 300, limits)).toBe("outside");
    expect(trimProblem({ start: 200, end: 301 }, 300, limits)).toBe("outside");
  });
});
