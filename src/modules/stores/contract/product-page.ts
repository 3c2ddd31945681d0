/**
 * Whether an address leads to a product's page, however it is written: with or without "www.", a final slash, encoding
 * or parameters of its own. Parameters of the product's own address (`?product=12`) must be there.
 */
export function isProductPage(productUrl: string, address: string): boolean {
  if (!URL.canParse(productUrl) || !URL.canParse(address)) return false;
  const page = new URL(productUrl);
  const target = new URL(address);
  if (toPlace(page) !== toPlace(target)) return false;
  return [...page.searchParams].every(([name, value]) => target.searchParams.getAll(name).includes(value));
}

function toPlace({ host, pathname }: URL): string {
  const place = `${host.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}`;
  try {
    return decodeURI(place);
  } catch {
    return place;
  }
}
