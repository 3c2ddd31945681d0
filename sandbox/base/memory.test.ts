import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { openMemory } from "./memory.ts";

const folders: string[] = [];
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "rawaj-memory-"));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const open = (folder: string | null) => {
  const memory = openMemory(folder);
  return {
    memory,
    table: memory.table<{ id: string; n: number }>("things"),
    journal: memory.journal<number>("numbers"),
    state: memory.state("small", () => ({ count: 0 })),
  };
};
type Opened = ReturnType<typeof open>;
const contents = ({ table, journal, state }: Opened) => ({
  rows: [...table.values()].sort((one, other) => one.id.localeCompare(other.id)),
  numbers: [...journal.rows],
  count: state.count,
});

const step = fc.oneof(
  fc.record({ put: fc.constantFrom("a", "b", "c", "d"), n: fc.nat(99) }),
  fc.record({ drop: fc.constantFrom("a", "b", "c", "d") }),
  fc.record({ add: fc.nat(99) }),
  fc.constant("save" as const),
  fc.constant("kill" as const),
);

test("after a kill the world is exactly as it was at its last save, whatever was written since", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const folder = aFolder();
      let living = open(folder);
      let saved = contents(living);
      for (const one of steps) {
        if (one === "save") {
          living.memory.save();
          saved = contents(living);
        } else if (one === "kill") {
          living = open(folder);
          expect(contents(living)).toEqual(saved);
        } else if ("put" in one) living.table.put({ id: one.put, n: one.n });
        else if ("drop" in one) living.table.delete(one.drop);
        else {
          living.journal.add(one.add);
          living.state.count += one.add;
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("a half-written line at the end of a log after a kill is ignored", () => {
  const folder = aFolder();
  const first = open(folder);
  first.table.put({ id: "a", n: 1 });
  first.memory.save();
  for (const file of readdirSync(folder))
    if (file.endsWith(".jsonl")) appendFileSync(join(folder, file), '{"id":"b');
  expect(contents(open(folder)).rows).toEqual([{ id: "a", n: 1 }]);
});

test("without a folder nothing is written, and objects already returned stay usable after a reset", () => {
  const opened = open(null);
  opened.table.put({ id: "a", n: 1 });
  opened.state.count = 7;
  opened.memory.save();
  opened.memory.clear();
  expect(contents(opened)).toEqual({ rows: [], numbers: [], count: 0 });
  opened.table.put({ id: "b", n: 2 });
  expect(opened.table.get("b")).toEqual({ id: "b", n: 2 });
});
