import { PassThrough, pipeline, Readable } from "node:stream";
import { ZipFile } from "yazl";
import { toChunks } from "./chunks.ts";
import type { Cell, ColumnKind, Spreadsheet } from "./spreadsheet.ts";

/**
 * A table as a workbook with one sheet (ECMA-376, SpreadsheetML), written while its rows come: they are read as fast as
 * the archive is taken. Texts are inline strings, which no program runs as a formula.
 */
export function toXlsx(sheet: Spreadsheet): Readable {
  const zip = new ZipFile();
  for (const [name, text] of toFixedParts(sheet)) zip.addBuffer(Buffer.from(text), name, entryOptions);
  const rows = Readable.from(toChunks(writeSheet(sheet)));
  zip.addReadStream(rows, "xl/worksheets/sheet1.xml", entryOptions);
  zip.end();
  // The library passes on neither an error of the rows nor a reader that leaves.
  const archive = new PassThrough();
  rows.once("error", (error) => archive.destroy(error));
  pipeline(zip.outputStream, archive, () => rows.destroy());
  return archive;
}

/** The earliest date the format knows: the same table makes the same bytes. */
const entryOptions = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

const toFixedParts = ({ title }: Spreadsheet): [name: string, text: string][] => [
  ["[Content_Types].xml", contentTypes],
  ["_rels/.rels", packageParts],
  ["xl/workbook.xml", toWorkbook(title)],
  ["xl/_rels/workbook.xml.rels", workbookParts],
  ["xl/styles.xml", styles],
];

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const contentTypes = `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`;
const packageParts = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbookParts = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`;

/** The index of each kind's style in `styles`; the heading's is the last. */
const styleOf: Record<ColumnKind, number> = { text: 0, count: 1, riyals: 2, ratio: 3, day: 4 };
const headingStyle = 5;
/** Format 3 is #,##0 and format 4 is #,##0.00 in every program; the day is our own. */
const styles = `${declaration}<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="2" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

/** A sheet's name has at most 31 characters, none of these among them. */
const toWorkbook = (title: string): string =>
  `${declaration}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="${escapeXml(title.replace(/[\\/?*[\]:]/g, " ").slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** Programs open no more (1,048,576 with the heading): a longer table is for CSV, and breaks off. */
const sheetRowsMax = 1_048_575;

const widths: Record<ColumnKind, number> = { text: 24, count: 12, riyals: 14, ratio: 10, day: 12 };

/** The heading stays in sight, and with `isRightToLeft` the first column is on the right. */
async function* writeSheet({ columns, rows, isRightToLeft }: Spreadsheet): AsyncGenerator<string> {
  const direction = isRightToLeft ? ' rightToLeft="1"' : "";
  const sizes = columns.map(
    ({ kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`,
  );
  yield `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"${direction}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${sizes.join("")}</cols><sheetData>`;
  yield `<row>${columns.map(({ header }) => writeText(header, headingStyle)).join("")}</row>`;
  let written = 0;
  for await (const row of rows) {
    if (written >= sheetRowsMax) throw new Error(`a sheet holds at most ${sheetRowsMax} rows`);
    written += 1;
    yield `<row>${columns.map(({ kind }, index) => writeCell(row[index], kind)).join("")}</row>`;
  }
  yield "</sheetData></worksheet>";
}

function writeCell(cell: Cell | undefined, kind: ColumnKind): string {
  if (cell === null || cell === undefined) return "<c/>";
  if (kind === "day") return writeNumber(toDayNumber(String(cell)), kind);
  if (typeof cell === "string") return writeText(cell, styleOf.text);
  return writeNumber(kind === "riyals" ? cell / 100 : cell, kind);
}

const writeNumber = (value: number, kind: ColumnKind): string =>
  `<c s="${styleOf[kind]}"><v>${value}</v></c>`;
const writeText = (text: string, style: number): string =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** Days since 30 December 1899, as spreadsheets count them. */
const toDayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 25_569;

/** XML 1.0 has no way to write these characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
