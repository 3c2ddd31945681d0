import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Seals small secrets (tokens of vendors) for storage. Sealed text: `v1.<key id>.<base64url of nonce, tag, text>`. */
export interface Vault {
  /** `context` binds the secret to its row: text sealed for one row does not open in another. */
  seal(secret: string, context: string): string;
  /** Throws when the text was changed, belongs elsewhere, or its key is unknown. */
  open(sealed: string, context: string): string;
}

/** Keys are 32 bytes, base64, by id; the first seals, all of them open: that is how a key is rotated. */
export type VaultKeys = readonly [VaultKey, ...VaultKey[]];
export type VaultKey = { id: string; key: Buffer };

/** Reads `id:base64,id:base64` (newest first); throws when a key is not 32 bytes. */
export function readVaultKeys(text: string): VaultKeys {
  const keys = text.split(",").map((part): VaultKey => {
    const [id = "", encoded = ""] = part.trim().split(":");
    const key = Buffer.from(encoded, "base64");
    if (!/^[a-z0-9-]{1,16}$/.test(id) || key.length !== 32)
      throw new Error("a key is `id:` and 32 bytes in base64");
    return { id, key };
  });
  const [first, ...rest] = keys;
  if (!first) throw new Error("no key");
  return [first, ...rest];
}

export function makeVault(keys: VaultKeys): Vault {
  return {
    seal(secret, context) {
      const [{ id, key }] = keys;
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `v1.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url")}`;
    },
    open(sealed, context) {
      const [version, id, encoded = ""] = sealed.split(".");
      const known = keys.find((candidate) => candidate.id === id);
      if (version !== "v1" || !known) throw new Error("sealed with an unknown key");
      const bytes = Buffer.from(encoded, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", known.key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
  };
}
