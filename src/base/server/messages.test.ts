import { glob, readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { type Language, languages } from "../shared/language.ts";
import { toNamespace } from "../shared/message-files.ts";
import { findReordered } from "../testing/messages-in-order.ts";
import { visualOrder } from "../testing/visual-order.ts";
import { loadMessages, type Messages } from "./messages.ts";

let messages: Messages;
beforeAll(async () => {
  messages = await loadMessages("src");
});

async function listFiles(language: Language): Promise<Record<string, unknown>> {
  const files: Record<string, unknown> = {};
  for await (const file of glob(`src/**/messages/${language}.json`))
    files[toNamespace(file)] = JSON.parse(await readFile(file, "utf8"));
  return files;
}

test.each(languages)(
  "every server message in %s shows its figures and names in their written order",
  async (language) => {
    const files = await listFiles(language);
    expect(
      findReordered(files, language, (key, values) => messages.translate(language, key, values)),
    ).toEqual([]);
  },
);

test("the message for an image of the wrong size shows the required size in its right order", () => {
  const text = messages.translate("ar", "creative:dimensions_not_accepted", {
    found: "1080×1080",
    wanted: "1080×1920",
  });
  expect(visualOrder(text, "rtl")).toContain("1080×1920");
});

test.each(languages)(
  "a code's text message in %s holds no invisible characters, so that it stays one plain message",
  (language) => {
    for (const purpose of ["sign_in", "password"])
      expect(messages.translate(language, `merchants:sms_${purpose}`, { code: "123456" })).not.toMatch(
        /\p{Cf}/u,
      );
  },
);
