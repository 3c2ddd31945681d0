import { type Product, paidPrice, vatWithin } from "../shared/model.ts";
import { pictureUrl } from "../shared/pictures.ts";
import { money } from "./responses.ts";

/** A product as the list and the detail call give it. */
export function presentProduct(product: Product, origin: string) {
  const paid = paidPrice(product);
  const picture = pictureUrl(origin, product.id);
  const url = `${origin}/p/${product.id}`;
  return {
    id: Number(product.id),
    sku: product.sku,
    name: product.name,
    type: "product",
    price: money(paid),
    regular_price: money(product.priceHalalas),
    taxed_price: money(paid),
    pre_tax_price: money(paid - vatWithin(paid)),
    tax: money(vatWithin(paid)),
    sale_price: money(product.saleHalalas ?? 0),
    sale_end: null,
    quantity: product.quantity,
    unlimited_quantity: product.quantity === null,
    status: product.status,
    is_available: product.status === "sale",
    with_tax: true,
    description: `<p>${product.description}</p>`,
    url,
    urls: { customer: url, admin: `${origin}/admin/p/${product.id}` },
    thumbnail: picture,
    main_image: picture,
    images: [{ id: Number(product.id) + 1, url: picture, main: true, alt: product.name }],
    categories: [{ id: 1, name: product.category }],
  };
}
