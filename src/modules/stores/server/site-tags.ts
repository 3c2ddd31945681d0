import { proofName } from "../domain/site-proof.ts";

/** Where the name's records are looked for: the bare name, as registrars show it. */
export function recordNameOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, "");
}

/** What the merchant puts on their site, ready to be copied. */
export function tagsOf(publicUrl: string, site: { address: string; proof_token: string; pixel_key: string }) {
  return {
    meta_tag: `<meta name="${proofName}" content="${site.proof_token}">`,
    dns_name: recordNameOf(site.address),
    dns_record: `${proofName}=${site.proof_token}`,
    pixel_tag: `<script async src="${publicUrl}/pixel.js" data-site="${site.pixel_key}"></script>`,
    order_tag: `<script>(window.rawaj=window.rawaj||[]).push(["order",{id:"ORDER_NUMBER",total:"115.00",currency:"SAR",payment:"mada",coupon:""}])</script>`,
  };
}
