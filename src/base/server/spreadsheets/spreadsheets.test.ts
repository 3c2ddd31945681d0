import { createHash } from "node:crypto";
import { crc32, inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { toCsv } from "./csv.ts";
import type { Cell, Spreadsheet } from "./spreadsheet.ts";
import { toXlsx } from "./xlsx.ts";

async function* each<Item>(...items: Item[]) {
  yield* items;
}
const aSheet = (rows: Cell[][], isRightToLeft = true): Spreadsheet => ({
  title: "الحملات: نوفمبر",
  columns: [
    { header: "الحملة", kind: "text" },
    { header: "الطلبات", kind: "count" },
    { header: "الإنفاق", kind: "riyals" },
    { header: "تبدأ", kind: "day" },
  ],
  rows: each(...rows),
  isRightToLeft,
});

async function readAll(parts: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const part of parts) read.push(Buffer.from(part));
  return Buffer.concat(read);
}

/** Reads an archive by its directory alone, as programs do, and checks every size and checksum. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field));
    const nameLength = archive.readUInt16LE(at + 28);
    const start = archive.readUInt32LE(at + 42);
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const content = inflateRawSync(archive.subarray(data, data + (packed ?? 0)));
    expect([content.length, crc32(content)]).toEqual([size, crc]);
    files.set(name, content.toString());
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

describe("a workbook", () => {
  it("is an archive whose files are whole, from right to left in Arabic", async () => {
    const files = unzip(await readAll(toXlsx(aSheet([["عجوة", 3, 1_250, "2026-11-21"]]))));
    expect([...files.keys()]).toContain("[Content_Types].xml");
    expect(files.get("xl/workbook.xml")).toContain('name="الحملات  نوفمبر"');
    const sheet = files.get("xl/worksheets/sheet1.xml");
    expect(sheet).toContain('rightToLeft="1"');
    expect(sheet).toContain(">عجوة</t>");
    expect(sheet).toContain('<c s="2"><v>12.5</v></c>');
    expect(sheet).toContain('<c s="4"><v>46347</v></c>');
    const english = unzip(await readAll(toXlsx(aSheet([], false)))).get("xl/worksheets/sheet1.xml");
    expect(english).not.toContain("rightToLeft");
  });

  it("holds any text as a text, and leaves a cell without data empty", async () => {
    const files = unzip(await readAll(toXlsx(aSheet([['=HYPERLINK("x")<&\u0001', null, null, null]]))));
    const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).toContain("=HYPERLINK(&quot;x&quot;)&lt;&amp;</t>");
    expect(sheet).not.toContain("<f>");
    expect(sheet).toContain("</c><c/><c/><c/></row>");
  });

  it("breaks off when its rows do, so that half a table is never taken for a whole one", async () => {
    async function* broken(): AsyncGenerator<Cell[]> {
      yield ["one", 1, 1, null];
      throw new Error("the database is gone");
    }
    await expect(readAll(toXlsx({ ...aSheet([]), rows: broken() }))).rejects.toThrow("the database is gone");
  });

  it("is read no faster than it is taken, and its rows end when the reader leaves", async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let read = 0;
    async function* endless(): AsyncGenerator<Cell[]> {
      try {
        for (;;) {
          read += 1;
          yield [createHash("sha256").update(String(read)).digest("hex"), 1, 1, null];
        }
      } finally {
        end();
      }
    }
    let taken = 0;
    for await (const part of toXlsx({ ...aSheet([]), rows: endless() })) {
      taken += Buffer.from(part).length;
      if (taken > 100_000) break;
    }
    await ended;
    expect(read).toBeLessThan(20_000);
  });
});

describe("CSV", () => {
  const write = async (name: string) =>
    (await readAll(toCsv(aSheet([[name, 3, 1_250, "2026-11-21"]])))).toString().split("\r\n")[1];

  it("says that it is UTF-8, names its columns, and writes riyals", async () => {
    const text = (await readAll(toCsv(aSheet([["عجوة", null, 5, null]])))).toString();
    expect(text).toBe("\ufeffالحملة,الطلبات,الإنفاق,تبدأ\r\nعجوة,,0.05,\r\n");
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1"])(
    "lets no program run %j as a formula",
    async (name) => {
      expect(await write(name)).toBe(`'${name},3,12.50,2026-11-21`);
    },
  );

  it("keeps commas, quotes and lines of a text in one cell", async () => {
    expect(await write('a,"b"')).toBe('"a,""b""",3,12.50,2026-11-21');
  });
});
