import { readFile } from "node:fs/promises";

/** A tab-separated file of this folder, as rows of fields. Throws where a row has another number of fields. */
export async function readTable(name: string, columns: number): Promise<string[][]> {
  const path = new URL(name, import.meta.url);
  const lines = (await readFile(path, "utf8")).replace(/\n+$/, "").split("\n");
  return lines.map((line, at) => {
    const fields = line.split("\t");
    if (fields.length !== columns) throw new Error(`${name}:${at + 1} has ${fields.length} fields`);
    return fields;
  });
}

/** A field as a finite number. */
export function toNumber(field: string | undefined): number {
  const number = Number(field);
  if (!field || !Number.isFinite(number)) throw new Error(`no number: "${field}"`);
  return number;
}
