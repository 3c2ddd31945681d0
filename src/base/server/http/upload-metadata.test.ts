import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseUploadMetadata } from "./upload-metadata.ts";

const encode = (text: string) => Buffer.from(text, "utf8").toString("base64");

describe("the metadata of an upload", () => {
  it("are pairs of a name and a text, whatever the text is", () => {
    const name = fc.stringMatching(/^[a-z_]{1,20}$/);
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(fc.dictionary(name, text, { maxKeys: 5, noNullPrototype: true }), (pairs) => {
        const header = Object.entries(pairs)
          .map(([key, value]) => `${key} ${encode(value)}`)
          .join(",");
        expect(parseUploadMetadata(header)).toEqual(pairs);
      }),
    );
  });

  it("may be a name alone, and none at all", () => {
    expect(parseUploadMetadata("is_draft, filename YS5tcDQ=")).toEqual({ is_draft: "", filename: "a.mp4" });
    expect(parseUploadMetadata("")).toEqual({});
  });

  it.each(["filename ***", "filename YQ== YQ==", ",", "filename YQ==,filename Yg==", "اسم YQ=="])(
    "in another form are refused: %s",
    (header) => expect(() => parseUploadMetadata(header)).toThrow("base.body_malformed"),
  );
});
