import { describe, expect, it } from "vitest";
import { computeOutcomes, type LogEntry } from "./change-log.ts";

const at = new Date("2026-11-21T09:00:00Z");
const edit = (id: number, fields = ["daily_budget_halalas"]): LogEntry => ({
  id,
  subject: "cmp_1",
  action: "campaign.edited",
  fields,
  at,
});
const synced = (id: number): LogEntry => ({
  id,
  subject: "cmp_1",
  action: "campaign.synced",
  fields: [],
  at,
});
const failed = (id: number): LogEntry => ({ ...synced(id), action: "campaign.sync_failed" });

const outcome = (entries: LogEntry[], id: number, next: LogEntry | null = null) =>
  computeOutcomes(entries, next).get(id)?.outcome;

describe("a change", () => {
  it("waits until a sync after it has settled", () => {
    expect(outcome([edit(2), synced(1)], 2)).toBe("waiting");
    expect(outcome([synced(3), edit(2)], 2)).toBe("confirmed");
    expect(outcome([failed(3), edit(2)], 2)).toBe("refused");
  });

  it("takes the first sync after it, not a later one", () => {
    expect(outcome([synced(4), edit(3, ["name"]), failed(2), edit(1)], 1)).toBe("refused");
  });

  it("at the top of a page takes what settled on the page before", () => {
    expect(outcome([edit(2)], 2, synced(3))).toBe("confirmed");
  });

  it("was replaced when the same fields changed again before the platform confirmed it", () => {
    expect(outcome([synced(3), edit(2), edit(1)], 1)).toBe("replaced");
    expect(outcome([synced(3), edit(2, ["name"]), edit(1)], 1)).toBe("confirmed");
    expect(outcome([synced(3), { ...edit(2), subject: "adg_1" }, edit(1)], 1)).toBe("confirmed");
  });

  it("is the only thing with an outcome: a settled sync is none", () => {
    expect([...computeOutcomes([synced(2), edit(1)], null).keys()]).toEqual([1]);
  });
});
