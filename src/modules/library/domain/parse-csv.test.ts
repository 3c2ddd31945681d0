import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "./parse-csv.ts";

const cells = (text: string) => parseCsv(text).map((line) => line.cells);

describe("a CSV file", () => {
  it("is read with quotes, doubled quotes, line breaks within cells, and the number of each line", () => {
    expect(
      parseCsv('\ufeffreference,notes\r\nA-1,"خصم، وهدية"\r\n\r\nA-2,"said ""yes""\nand more"\r\nA-3,x'),
    ).toEqual([
      { line: 1, cells: ["reference", "notes"] },
      { line: 2, cells: ["A-1", "خصم، وهدية"] },
      { line: 4, cells: ["A-2", 'said "yes"\nand more'] },
      { line: 6, cells: ["A-3", "x"] },
    ]);
  });

  it("may have semicolons or tabs between its cells", () => {
    expect(cells("a;b\n1,5;2")).toEqual([
      ["a", "b"],
      ["1,5", "2"],
    ]);
    expect(cells("a\tb\n1\t2")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it("is read as it was written, whatever its cells hold", () => {
    const cell = fc.string({ unit: "grapheme" }).map((text) => `x${text.replaceAll("\r", "")}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = ["a,b", ...rows.map((row) => row.map(quote).join(","))].join("\r\n");
        expect(cells(text)).toEqual([["a", "b"], ...rows.map((row) => [...row])]);
      }),
    );
  });
});
