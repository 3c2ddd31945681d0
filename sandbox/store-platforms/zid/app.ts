/** The vendor, and the one app it knows. */
export const zid = { ar: "زد", en: "Zid" };
export const app = { id: "7301", secret: "rawaj-zid-secret", name: { ar: "رواج", en: "Rawaj" } };
/** The host under which the shops' public pages are served. */
export const storefrontName = "zid-storefront";
