import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readPdf } from "#app/testing/read-pdf.ts";
import { loadMessages, type Messages } from "../messages.ts";
import type { Cell } from "../spreadsheets/spreadsheet.ts";
import { printedRowsMax } from "./print-table.ts";
import { drawChart } from "./table-chart.ts";
import type { TableExport } from "./table-export.ts";
import { toTableFile } from "./table-file.ts";

let messages: Messages;
beforeAll(async () => {
  messages = await loadMessages(join(import.meta.dirname, "../../.."));
});

const aTable = (rows: Cell[][], change: Partial<TableExport> = {}): TableExport => ({
  title: "عائد الحملات",
  details: ["من 2026-11-15 إلى 2026-11-21"],
  columns: [
    { header: "الحملة", kind: "text" },
    { header: "الإنفاق (ر.س)", kind: "riyals" },
    { header: "العائد", kind: "ratio" },
  ],
  openRows: async function* () {
    yield* rows;
  },
  fileName: "عائد الحملات 2026-11-15",
  language: "ar",
  createdAt: new Date("2026-11-21T09:00:00Z"),
  ...change,
});

async function readAll(table: TableExport, format: "csv" | "xlsx" | "pdf"): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await toTableFile(format, table, messages).open()) ?? [])
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe("a table as a file", () => {
  it("is named and typed by its format, and read only when it is opened", async () => {
    let opened = 0;
    const table = aTable([], {
      openRows: async function* () {
        opened += 1;
        yield ["تمور", 100, 2];
      },
    });
    const file = toTableFile("csv", table, messages);
    expect(file).toMatchObject({
      mime: "text/csv; charset=utf-8",
      fileName: "عائد الحملات 2026-11-15.csv",
      bytes: null,
    });
    expect(opened).toBe(0);
    expect((await readAll(table, "csv")).toString()).toBe(
      "\ufeffالحملة,الإنفاق (ر.س),العائد\r\nتمور,1.00,2\r\n",
    );
    expect((await readAll(table, "xlsx")).subarray(0, 2).toString()).toBe("PK");
  });

  it("prints names, amounts and its sums, with a chart whose letters are shaped", async () => {
    const table = aTable(
      [
        ["تمور المدينة", 123_450, 3.5],
        ["#strong[x]", 100, null],
      ],
      {
        total: ["", 123_550, 3.4],
        chart: {
          kind: "line",
          labels: ["11-20", "11-21"],
          series: [{ name: "الإنفاق", values: [123_450, null] }],
          valueKind: "riyals",
        },
      },
    );
    const { pages, text } = await readPdf(await readAll(table, "pdf"));
    expect(pages).toBe(1);
    for (const word of ["1,234.50", "1,235.50", "3.50", "strong[x", "11-20", "2026-11-15"])
      expect(text).toContain(word);
    expect(text).toContain("المجموع");
  });

  it("prints the first 2,000 rows of more, and says so", async () => {
    let read = 0;
    const table = aTable([], {
      columns: [{ header: "n", kind: "count" }],
      language: "en",
      openRows: async function* () {
        for (;;) {
          read += 1;
          yield [read];
        }
      },
    });
    const { text } = await readPdf(await readAll(table, "pdf"));
    expect(read).toBe(printedRowsMax + 1);
    expect(text.replaceAll(/\s+/g, " ")).toContain("first 2000 rows");
  });
});

describe("a chart", () => {
  it("breaks its line at a gap, keeps zero apart from it, and ends above its highest value", () => {
    const { svg, ticks } = drawChart({
      kind: "line",
      labels: ["1", "2", "3", "4"],
      series: [{ name: "a", values: [7, 0, null, 3] }],
      valueKind: "count",
    });
    expect(ticks.map(({ value }) => value)).toEqual([0, 2, 4, 6, 8]);
    expect(svg.match(/<path d="M[\d.]+ [\d.]+L/g)).toHaveLength(1);
    expect(svg.match(/<circle/g)).toHaveLength(1);
  });

  it("with nothing above zero is an empty frame, and has few labels however many points it has", () => {
    const values = Array.from({ length: 400 }, () => null);
    const drawn = drawChart({
      kind: "bars",
      labels: values.map(String),
      series: [{ name: "a", values }],
      valueKind: "count",
    });
    expect(drawn.ticks.map(({ value }) => value)).toEqual([0, 1]);
    expect(drawn.labels.length).toBeLessThanOrEqual(8);
    expect(drawn.svg).not.toContain("NaN");
  });
});
