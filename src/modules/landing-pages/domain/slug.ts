/** "Lilac Crepe Abaya" as a part of an address: "lilac-crepe-abaya"; empty where a name has no Latin letters. */
const toLatinSlug = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");

/** A new page's slug: the product's name where it is in Latin letters, and `random`, so that no two pages share one. */
export function toSlug(name: string, random: string): string {
  const latin = toLatinSlug(name);
  return latin === "" ? random : `${latin}-${random}`;
}
