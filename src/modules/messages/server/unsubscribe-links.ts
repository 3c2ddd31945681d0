import { makeSignedPayloads } from "#base/server/signed-payload.ts";
import { optionalTopics } from "../contract/enums.ts";
import type { Subscription } from "./unsubscriptions.store.ts";

/** Where a reader unsubscribes, signed: it works for years, signed out, and for this one subscription of one merchant. */
export type UnsubscribeLinks = ReturnType<typeof makeUnsubscribeLinks>;
export type SignedSubscription = Subscription & { merchantId: string };

export const unsubscribePath = "/unsubscribe/";

/** `keys`: the present key first; the others only verify. */
export function makeUnsubscribeLinks(publicUrl: string, keys: readonly Buffer[]) {
  const signed = makeSignedPayloads(keys);
  return {
    link: ({ merchantId, topic, subjectId }: SignedSubscription): string =>
      `${publicUrl}${unsubscribePath}${signed.seal([merchantId, topic, subjectId])}`,
    /** Null when it is forged or changed. */
    read(token: string): SignedSubscription | null {
      const [merchantId, topic, subjectId] = signed.open(token) ?? [];
      const known = optionalTopics.find((one) => one === topic);
      return merchantId && subjectId && known ? { merchantId, topic: known, subjectId } : null;
    },
  };
}
