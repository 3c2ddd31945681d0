import { hash } from "node:crypto";
import { randomToken } from "./ids.ts";

/** 256 random bits: a plain hash is enough for these, and one indexed look-up finds the session. */
export function generateToken(): { token: string; hash: Buffer } {
  const token = randomToken(32);
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
