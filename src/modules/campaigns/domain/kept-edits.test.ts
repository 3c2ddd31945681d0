import { describe, expect, it } from "vitest";
import { addEdits, applyEdits, dropSettled, findConflicts, settleConflicts } from "./kept-edits.ts";

const server = { name: "Ajwa", budget: 100, ages: ["18-24"] };

describe("kept edits", () => {
  it("stand over the server's values, and leave the rest to follow the server", () => {
    const edits = addEdits({}, server, { budget: 150 });
    expect(applyEdits({ ...server, name: "Sukkari" }, edits)).toEqual({
      name: "Sukkari",
      budget: 150,
      ages: ["18-24"],
    });
  });

  it("end where the value is typed back, or the server has the same", () => {
    const edits = addEdits({}, server, { ages: [] });
    expect(addEdits(edits, server, { ages: ["18-24"] })).toEqual({});
    expect(dropSettled(edits, { ...server, ages: [] })).toEqual({});
  });

  it("of a field that there no longer is are dropped", () => {
    expect(dropSettled({ colour: { from: 1, to: 2 } } as object, server)).toEqual({});
  });

  it("conflict only where the server's value changed, to another one than was typed", () => {
    const edits = addEdits({}, server, { budget: 150, name: "Sukkari" });
    expect(findConflicts(edits, server)).toEqual([]);
    expect(findConflicts(edits, { ...server, budget: 120, name: "Sukkari" })).toEqual(["budget"]);
  });

  it("remember the value they began from, however often they are typed again", () => {
    const edits = addEdits({}, server, { budget: 150 });
    const again = addEdits(edits, { ...server, budget: 120 }, { budget: 160 });
    expect(findConflicts(again, { ...server, budget: 120 })).toEqual(["budget"]);
  });

  it.each([
    ["typed", 150],
    ["server", 120],
  ] as const)("are settled for the %s value", (keeps, budget) => {
    const now = { ...server, budget: 120 };
    const settled = settleConflicts(addEdits({}, server, { budget: 150 }), now, keeps);
    expect(findConflicts(settled, now)).toEqual([]);
    expect(applyEdits(now, settled).budget).toBe(budget);
  });
});
