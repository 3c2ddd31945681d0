/** The vendor, and the one app it knows. */
export const shopify = { ar: "شوبيفاي", en: "Shopify" };
export const app = { id: "rawaj-shopify", secret: "rawaj-shopify-secret", name: { ar: "رواج", en: "Rawaj" } };

/** The supported quarterly versions; webhooks are written in the first. */
export const versions = ["2026-07", "2026-10", "2026-04", "2026-01"];

export const scopes = ["products", "orders", "customers", "inventory", "discounts"].flatMap((name) => [
  `read_${name}`,
  `write_${name}`,
]);
