import type { BulkRow } from "../contract/links.calls.ts";

/** The columns a list may have, by the words of its first line in either language. */
const headings: Record<keyof BulkRow, readonly string[]> = {
  name: ["name", "link name", "influencer", "الاسم", "اسم الرابط", "المؤثر"],
  destination_url: ["url", "link", "destination", "page", "الرابط", "الصفحة", "رابط الصفحة", "الوجهة"],
  project_name: ["project", "project name", "المشروع", "اسم المشروع"],
  campaign_id: ["campaign", "campaign id", "الحملة", "معرف الحملة", "معرّف الحملة"],
  ad_group_id: ["ad group", "ad group id", "المجموعة", "معرف المجموعة", "معرّف المجموعة"],
  ad_id: ["ad", "ad id", "الإعلان", "معرف الإعلان", "معرّف الإعلان"],
};

const empty: BulkRow = {
  name: "",
  destination_url: "",
  project_name: "",
  campaign_id: "",
  ad_group_id: "",
  ad_id: "",
};

/**
 * Reads a pasted list or a CSV file: values between commas, semicolons or tabs (RFC 4180 quotes), one link a line. With
 * a first line of column names the columns may stand in any order; without one an address is the destination, and the
 * other values are the name, the project and the three codes. Empty lines are left out.
 */
export function parseRows(text: string): BulkRow[] {
  const lines = splitLines(text.replace(/^\ufeff/, ""));
  const [first] = lines;
  if (!first) return [];
  const columns = first.map((cell) => findColumn(cell));
  if (columns.includes("destination_url"))
    return lines.slice(1).map((cells) => {
      const row = { ...empty };
      columns.forEach((column, index) => {
        if (column) row[column] = cells[index] ?? "";
      });
      return row;
    });
  return lines.map((cells) => {
    const at = cells.findIndex((cell) => /^https?:\/\//i.test(cell));
    const [name = "", project_name = "", campaign_id = "", ad_group_id = "", ad_id = ""] = cells.toSpliced(
      at < 0 ? cells.length : at,
      1,
    );
    const destination_url = cells[at] ?? "";
    return { name, destination_url, project_name, campaign_id, ad_group_id, ad_id };
  });
}

function findColumn(cell: string): keyof BulkRow | undefined {
  const word = cell.trim().toLowerCase().replaceAll("_", " ");
  return (Object.keys(headings) as (keyof BulkRow)[]).find((column) => headings[column].includes(word));
}

function splitLines(text: string): string[][] {
  const separator = /\t/.test(text.split("\n")[0] ?? "")
    ? "\t"
    : /;/.test(text.split("\n")[0] ?? "")
      ? ";"
      : ",";
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    cells.push(cell.trim());
    cell = "";
  };
  const endLine = () => {
    endCell();
    if (cells.some((value) => value !== "")) lines.push(cells);
    cells = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || cell.trim() === "")) {
      isQuoted = !isQuoted;
    } else if (!isQuoted && sign === separator) endCell();
    else if (!isQuoted && sign === "\n") endLine();
    else if (isQuoted || sign !== "\r") cell += sign;
  }
  endLine();
  return lines;
}
