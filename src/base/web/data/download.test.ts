import { expect, it } from "vitest";
import { toFileName } from "./download.ts";

it("a file is saved under the name the server gives it, in any letters", () => {
  const name = "الحملات 2026-11-22.xlsx";
  expect(toFileName(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`)).toBe(name);
  expect(toFileName(null)).toBe("rawaj");
});
