/** The vendor's name for people, and its formats of times and money. */
export const woocommerce = { ar: "ووكومرس", en: "WooCommerce" };

/** "119.00": money is text with two decimals. */
export function amount(halalas: number): string {
  const cents = Math.abs(halalas);
  return `${halalas < 0 ? "-" : ""}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** The site's local time (Riyadh), without an offset. */
export function siteTime(iso: string | null): string | null {
  return iso && new Date(Date.parse(iso) + 3 * 3_600_000).toISOString().slice(0, 19);
}

/** UTC, without a mark. */
export function gmtTime(iso: string | null): string | null {
  return iso && new Date(iso).toISOString().slice(0, 19);
}
