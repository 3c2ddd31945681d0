import { createHmac, timingSafeEqual } from "node:crypto";
import { optionalTopics } from "../contract/enums.ts";
import type { Subscription } from "./unsubscriptions.store.ts";

/** Where a reader unsubscribes, signed: it works for years, signed out, and for this one subscription of one merchant. */
export type UnsubscribeLinks = ReturnType<typeof makeUnsubscribeLinks>;
export type SignedSubscription = Subscription & { merchantId: string };

export const unsubscribePath = "/unsubscribe/";

/** `keys`: the present key first; the others only verify. */
export function makeUnsubscribeLinks(publicUrl: string, keys: readonly Buffer[]) {
  const sign = (key: Buffer, payload: string) => createHmac("sha256", key).update(payload).digest();
  return {
    link({ merchantId, topic, subjectId }: SignedSubscription): string {
      const [key] = keys;
      if (!key) throw new Error("no key signs the links");
      const payload = Buffer.from(JSON.stringify([merchantId, topic, subjectId])).toString("base64url");
      return `${publicUrl}${unsubscribePath}${payload}.${sign(key, payload).toString("base64url")}`;
    },
    /** Null when it is forged or changed. */
    read(token: string): SignedSubscription | null {
      const [payload = "", signature = "", ...more] = token.split(".");
      const given = Buffer.from(signature, "base64url");
      const isSigned = keys.some((key) => {
        const expected = sign(key, payload);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isSigned || more.length > 0) return null;
      const [merchantId, topic, subjectId] = JSON.parse(
        Buffer.from(payload, "base64url").toString(),
      ) as string[];
      const known = optionalTopics.find((one) => one === topic);
      return merchantId && subjectId && known ? { merchantId, topic: known, subjectId } : null;
    },
  };
}
