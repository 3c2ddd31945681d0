import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";

/** What a browser keeps of its subscription (RFC 8291, section 2), base64url. */
export type BrowserKeys = { privateKey: string; publicKey: string; auth: string };

/** Opens an `aes128gcm` body of one record (RFC 8188, section 2, and RFC 8291, section 3.4); throws when it is not for these keys. */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (keyLength !== 65) throw new Error("the key of the header is no uncompressed point of P-256");
  if (record.length > recordSize) throw new Error("more than one record");
  const browser = createECDH("prime256v1");
  browser.setPrivateKey(Buffer.from(privateKey, "base64url"));
  const shared = browser.computeSecret(senderKey);
  const info = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    Buffer.from(publicKey, "base64url"),
    senderKey,
  ]);
  const material = hkdf(shared, Buffer.from(auth, "base64url"), info, 32);
  const key = hkdf(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("wrong padding");
  return padded.subarray(0, end).toString("utf8");
}

const hkdf = (material: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", material, salt, info, length));
