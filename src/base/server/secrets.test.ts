import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeVault, readVaultKeys } from "./secrets.ts";

const keyText = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;

describe("a sealed secret", () => {
  const vault = makeVault(readVaultKeys(keyText("k1")));

  it("opens in its own context and reveals nothing of itself", () => {
    const sealed = vault.seal("refresh-token-1", "stores.connections:con_1");
    expect(vault.open(sealed, "stores.connections:con_1")).toBe("refresh-token-1");
    expect(sealed).not.toContain("refresh");
    expect(vault.seal("refresh-token-1", "stores.connections:con_1")).not.toBe(sealed);
  });

  it("does not open in another context, nor after a change", () => {
    const sealed = vault.seal("secret", "a");
    expect(() => vault.open(sealed, "b")).toThrow();
    expect(() => vault.open(`${sealed.slice(0, -2)}xx`, "a")).toThrow();
  });

  it("still opens after the key was rotated", () => {
    const [old, young] = [keyText("k1"), keyText("k2")];
    const sealed = makeVault(readVaultKeys(old)).seal("secret", "a");
    const rotated = makeVault(readVaultKeys(`${young},${old}`));
    expect(rotated.open(sealed, "a")).toBe("secret");
    expect(rotated.seal("secret", "a")).toMatch(/^v1\.k2\./);
  });

  it.each(["k1:short", "", "k1:", `K 1:${randomBytes(32).toString("base64")}`])("%j is no key", (text) => {
    expect(() => readVaultKeys(text)).toThrow();
  });
});
