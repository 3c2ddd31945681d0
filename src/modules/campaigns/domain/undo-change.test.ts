import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuditedChange, isUnchangedSince, toUndo } from "./undo-change.ts";

const change = (input: Partial<AuditedChange>): AuditedChange => ({
  level: "campaign",
  verb: "edited",
  before: {},
  after: {},
  ...input,
});

describe("a change of fields", () => {
  it("is undone by the values before it, without what the product set by itself", () => {
    const raised = change({
      before: { daily_budget_halalas: 100_00, reserve_halalas: 250_00 },
      after: { daily_budget_halalas: 150_00, reserve_halalas: 375_00 },
    });
    expect(toUndo(raised)).toEqual({ kind: "fields", fields: { daily_budget_halalas: 100_00 } });
  });

  it("of what the platform had changed is undone too", () => {
    const accepted = change({
      verb: "drift_accepted",
      before: { daily_budget_halalas: 100_00, drift_daily_budget_halalas: 180_00 },
      after: { daily_budget_halalas: 180_00, drift_daily_budget_halalas: null },
    });
    expect(toUndo(accepted)).toEqual({ kind: "fields", fields: { daily_budget_halalas: 100_00 } });
  });

  it("of an ad is undone by its texts and its file before", () => {
    const rewritten = change({
      level: "ad",
      before: { headline: "أ", text: "", media_id: "med_1" },
      after: { headline: "ب", text: "عرض", media_id: "med_2" },
    });
    expect(toUndo(rewritten)).toEqual({ kind: "fields", fields: rewritten.before });
  });

  it("with its placements is undone whole", () => {
    const moved = change({
      before: { name: "أ", placements: ["facebook"] },
      after: { name: "ب", placements: ["facebook", "instagram"] },
    });
    expect(toUndo(moved)).toEqual({ kind: "fields", fields: moved.before });
  });

  it("is not undone by half: the field that cannot be written back is named", () => {
    const mixed = change({ before: { name: "أ", colour: 1 }, after: { name: "ب", colour: 2 } });
    expect(toUndo(mixed)).toEqual({ kind: "blocked", field: "colour" });
    expect(toUndo(change({ before: { colour: 1 }, after: { colour: 2 } }))).toBeNull();
  });
});

describe("a change of status", () => {
  it.each([
    ["paused", "relaunch"],
    ["relaunched", "pause"],
    ["started", "pause"],
  ])("%s is undone by %s, on every level", (verb, action) => {
    for (const level of ["campaign", "ad_group", "ad"] as const)
      expect(toUndo(change({ level, verb }))).toEqual({ kind: "action", action });
  });

  it.each(["archived", "deleted", "created", "sync_retried"])("%s cannot be undone", (verb) => {
    expect(toUndo(change({ verb, after: { status: "archived" } }))).toBeNull();
  });
});

describe("an undo", () => {
  it("is possible only while everything it writes is as the change left it", () => {
    const raised = change({
      before: { daily_budget_halalas: 1, name: "أ" },
      after: { daily_budget_halalas: 2, name: "ب" },
    });
    const undo = toUndo(raised);
    if (undo?.kind !== "fields") throw new Error("a raised budget can be undone");
    expect(isUnchangedSince(raised, undo, { daily_budget_halalas: 2, name: "ب", ends_at: null })).toBe(true);
    expect(isUnchangedSince(raised, undo, { daily_budget_halalas: 3, name: "ب" })).toBe(false);
  });

  it("of an undo is the change itself", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (from, to) => {
        const there = change({ before: { daily_budget_halalas: from }, after: { daily_budget_halalas: to } });
        const back = change({ before: there.after, after: there.before });
        expect(toUndo(back)).toEqual({ kind: "fields", fields: there.after });
      }),
    );
  });
});
