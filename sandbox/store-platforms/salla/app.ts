/** The vendor, and the one app it knows. */
export const salla = { ar: "سلة", en: "Salla" };
export const app = { id: "rawaj-salla", secret: "rawaj-salla-secret", name: { ar: "رواج", en: "Rawaj" } };
