import { describe, expect, it } from "vitest";
import { parseCsv } from "./parse-csv.ts";
import { readRecords, toFieldValues } from "./read-import.ts";

const names = {
  columns: (column: string) =>
    ({ reference: ["المرجع"], type: ["النوع"], ad_day: ["التاريخ"] })[column] ?? [],
  values: (_column: string, value: string) =>
    ({ video: ["فيديو", "Video"], ramadan: ["رمضان", "Ramadan"] })[value] ?? [],
};
const read = (text: string) => {
  const { records, missing } = readRecords(parseCsv(text), names);
  return { missing, values: records.map((record) => toFieldValues(record, names)) };
};

describe("an imported file", () => {
  it("has its columns in any order, in Arabic or by their keys, and values by name or key", () => {
    const { values, missing } = read(
      "النوع,المرجع,season,التاريخ\nفيديو,ر-١,رمضــان,21/11/2026\nimage,ر-2,ramadan,٢٠٢٦-١١-٢١",
    );
    expect(missing).toEqual([]);
    expect(values).toMatchObject([
      { type: "video", reference: "ر-١", season: "ramadan", ad_day: "2026-11-21", style: null, notes: "" },
      { type: "image", reference: "ر-2", season: "ramadan", ad_day: "2026-11-21" },
    ]);
  });

  it("keeps a name that no list holds, so that it is refused and not dropped", () => {
    expect(read("reference,type,season\nA,image,عيد ميلاد").values).toMatchObject([{ season: "عيد ميلاد" }]);
  });

  it("says which required columns it lacks", () => {
    expect(read("reference,notes\nA,x").missing).toEqual(["type"]);
    expect(read("").missing).toEqual(["reference", "type"]);
  });
});
