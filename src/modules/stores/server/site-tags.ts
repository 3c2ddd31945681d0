import { verificationName } from "../domain/site-verification.ts";

/** Name under which the TXT record is looked up: the bare domain, as registrars show it. */
export function toRecordName(address: string): string {
  return new URL(address).hostname.replace(/^www\./, "");
}

/** What the merchant puts on their site, ready to copy. */
export function buildSiteTags(
  publicUrl: string,
  site: { address: string; verification_token: string; pixel_key: string },
) {
  return {
    meta_tag: `<meta name="${verificationName}" content="${site.verification_token}">`,
    dns_name: toRecordName(site.address),
    dns_record: `${verificationName}=${site.verification_token}`,
    pixel_tag: `<script async src="${publicUrl}/pixel.js" data-site="${site.pixel_key}"></script>`,
    order_tag: `<script>(window.rawaj=window.rawaj||[]).push(["order",{id:"ORDER_NUMBER",total:"115.00",currency:"SAR",payment:"mada",coupon:""}])</script>`,
  };
}
