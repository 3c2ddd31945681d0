import { z } from "zod";

/** A schema.org Product as pages embed it (https://schema.org/Product). */
export type LinkedProduct = {
  name: string | null;
  description: string | null;
  images: string[];
  price: string | null;
  currency: string | null;
};

/** Objects nest no deeper on pages that mean it; more is not looked at. */
const depthMax = 6;
const nodesMax = 500;

const text = z.string().nullable().catch(null).default(null);
const amount = z
  .union([z.string(), z.number().transform(String)])
  .nullable()
  .catch(null)
  .default(null);
const image = z.union([
  z.string().transform((url) => [url]),
  z.object({ url: z.string() }).transform(({ url }) => [url]),
]);
const offer = z
  .object({ price: amount, lowPrice: amount, priceCurrency: text })
  .transform(({ price, lowPrice, priceCurrency }) => ({ price: price ?? lowPrice, currency: priceCurrency }));
const product = z.object({
  name: text,
  description: text,
  image: z
    .union([image, z.array(image.catch([])).transform((all) => all.flat())])
    .catch([])
    .default([]),
  offers: z
    .union([offer, z.array(offer).transform((all) => all[0] ?? null)])
    .nullable()
    .catch(null)
    .default(null),
});

/** The products that JSON-LD describes, also within a graph. */
export function findProduct(data: unknown): LinkedProduct[] {
  const found: LinkedProduct[] = [];
  let seen = 0;
  const visit = (node: unknown, depth: number): void => {
    seen += 1;
    if (depth > depthMax || seen > nodesMax || node === null || typeof node !== "object") return;
    if (!Array.isArray(node) && isProduct(node)) {
      const parsed = product.safeParse(node);
      if (parsed.success) found.push(toProduct(parsed.data));
    }
    for (const child of Object.values(node)) visit(child, depth + 1);
  };
  visit(data, 0);
  return found;
}

const isProduct = (node: object): boolean => {
  const type: unknown = "@type" in node ? node["@type"] : null;
  return [type].flat().some((one) => one === "Product" || one === "ProductGroup");
};

const toProduct = ({
  name,
  description,
  image: images,
  offers,
}: z.output<typeof product>): LinkedProduct => ({
  name,
  description,
  images,
  price: offers?.price ?? null,
  currency: offers?.currency ?? null,
});
