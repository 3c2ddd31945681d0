import { describe, expect, it } from "vitest";
import { z } from "zod";
import { address, port, readSettings } from "./settings.ts";

const schema = z.object({
  PORT: port(3000),
  SHOP_URL: address.optional(),
  MODE: z.enum(["a", "b"], { error: "must be a or b" }).default("a"),
});

describe("settings", () => {
  it("have defaults, and empty ones count as absent", () => {
    expect(readSettings(schema, { PORT: "" })).toEqual({ PORT: 3000, MODE: "a" });
  });

  it("drop the slash at an address's end", () => {
    expect(readSettings(schema, { SHOP_URL: "https://shop.example/" }).SHOP_URL).toBe("https://shop.example");
  });

  it("that are wrong are all named, each with what it must be", () => {
    expect(() => readSettings(schema, { PORT: "many", SHOP_URL: "ftp://x", MODE: "c" })).toThrow(
      /PORT: must be a port number[\s\S]*SHOP_URL: must be an address[\s\S]*MODE: must be a or b/,
    );
  });
});
