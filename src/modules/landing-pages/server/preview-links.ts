import { makeSignedPayloads } from "#base/server/signed-payload.ts";

/** Addresses that show a page before it is published, to whoever has them: each is good for one page. */
export type PreviewLinks = ReturnType<typeof makePreviewLinks>;

/** `keys`: the present key first; the others only verify. */
export function makePreviewLinks(keys: readonly Buffer[]) {
  const signed = makeSignedPayloads(keys);
  return {
    seal: ({ merchantId, pageId }: { merchantId: string; pageId: string }) =>
      signed.seal([merchantId, pageId]),
    /** Null when it is forged or changed. */
    read(token: string): { merchantId: string; pageId: string } | null {
      const [merchantId, pageId] = signed.open(token) ?? [];
      return merchantId && pageId ? { merchantId, pageId } : null;
    },
  };
}
