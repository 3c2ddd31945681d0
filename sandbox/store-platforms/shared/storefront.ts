import type { FastifyReply } from "fastify";
import { type Html, html, page, sendPage } from "../../base/page.ts";
import type { VendorHost } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import type { ShopOrder } from "../../economy/ports.ts";
import { type Counter, enter, shopOf } from "./counter.ts";
import { type OrderRecord, type Product, paidPrice, type ShopRecord } from "./model.ts";
import { drawProduct, pictureUrl } from "./pictures.ts";

/** All that these pages need to know of a platform's shops. */
type Shops = Counter<ShopRecord, OrderRecord>;

/** The shops' public pages: a visit keeps its UTM parameters, and a person may buy by hand. */
export function storefrontHost<Store extends ShopRecord, Order extends OrderRecord>(
  counter: Counter<Store, Order>,
): VendorHost {
  const { shelves, world, front } = counter;
  const missing = (reply: FastifyReply) =>
    sendPage(
      reply,
      404,
      page({ title: "غير موجود", body: html`<main><h1>لا يوجد متجر بهذا العنوان</h1></main>` }),
    );
  const found = (slug: string, productId: string) => {
    const store = shelves.storeBySlug(slug);
    const product = shelves.products.get(productId);
    return store && product?.storeId === store.id ? { store, product } : null;
  };
  const headOf = (store: Store) => counter.headOf?.(store) ?? null;
  const comeIn = (store: Store, path: string) =>
    enter(
      counter,
      store,
      `${world.url()}${path}`,
      world.now(),
      world.ids.token(`${counter.vendor}/by-hand`, 12),
    );

  return {
    name: front,
    standsFor: "the stores' own domains",
    plain: true,
    renderFailure: (reply, { status, message }) =>
      reply.status(status).type("text/plain; charset=utf-8").send(message),
    routes(app) {
      app.get("/", (_request, reply) => sendPage(reply, 200, allShops(front, shelves.allStores())));
      for (const path of ["/:slug", "/:slug/"]) {
        app.get(path, (request, reply) => {
          const store = shelves.storeBySlug((request.params as { slug: string }).slug);
          if (!store) return missing(reply);
          return sendPage(reply, 200, shopPage(counter, headOf(store), store, comeIn(store, request.url)));
        });
      }
      app.get("/:slug/p/:id", (request, reply) => {
        const { slug, id } = request.params as { slug: string; id: string };
        const at = found(slug, id);
        if (!at) return missing(reply);
        const visit = firstVisit(counter, at.store, comeIn(at.store, request.url));
        return sendPage(reply, 200, productPage(front, headOf(at.store), at.store, at.product, visit));
      });
      app.get("/:slug/pictures/:file", (request, reply) => {
        const { slug, file } = request.params as { slug: string; file: string };
        const at = found(slug, file.replace(/\.svg$/, ""));
        if (!at) return missing(reply);
        return reply
          .type("image/svg+xml")
          .header("cache-control", "max-age=86400")
          .send(drawProduct(at.store.kind, at.product.id));
      });
      app.post("/:slug/buy", (request, reply) => {
        const form = (request.body ?? {}) as BuyForm;
        const at = found((request.params as { slug: string }).slug, form.product ?? "");
        if (!at) return missing(reply);
        const bought = shopOf(counter, at.store).order({
          visitId: form.visit ?? null,
          at: world.now(),
          items: [{ productId: at.product.id, quantity: 1 }],
          paymentMethod: payOf(form),
          coupon: form.coupon || null,
          buyer: {
            firstName: "زائر",
            lastName: "التجربة",
            mobile: "+966500000000",
            city: "الرياض",
            gender: "male",
          },
        });
        tellEconomy(counter, at.store, bought, form);
        const order = shelves.orders.get(bought.orderId);
        const more = (order && counter.thanksOf?.(at.store, order)) ?? null;
        return sendPage(reply, 200, thanksPage(front, headOf(at.store), at.store, bought, more));
      });
    },
  };
}

interface BuyForm {
  product?: string;
  visit?: string;
  pay?: string;
  coupon?: string;
}

function payOf({ pay }: BuyForm): ShopOrder["paymentMethod"] {
  return pay === "cod" || pay === "bank" ? pay : "mada";
}

/** The order lives on like any other: confirmed, shipped, delivered or not. */
function tellEconomy(
  { vendor, world }: { vendor: string; world: World },
  store: ShopRecord,
  { orderId, totalHalalas: halalas }: { orderId: string; totalHalalas: number },
  form: BuyForm,
): void {
  world.agenda.plan(world.now(), "economy/by-hand", orderId, {
    key: `by-hand|${orderId}`,
    platform: vendor,
    storeId: store.id,
    orderId,
    halalas,
    payment: payOf(form),
    cause: { kind: "by_hand", visit_id: form.visit ?? null },
  });
}

const style = `
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:.9rem}
.item{background:var(--paper);border:1px solid var(--line);border-radius:16px;overflow:hidden;text-decoration:none;color:inherit;display:block}
.item img,.big img{width:100%;display:block;aspect-ratio:1}.item div{padding:.6rem .8rem .8rem}.price{font-weight:700;color:var(--palm)}
s{color:var(--soft);font-weight:400;font-size:.9em}header.shop{padding:1.2rem 0 .4rem}.big img{border-radius:20px;max-width:22rem}`;

function priceOf(product: Product): Html {
  const sale = product.saleHalalas !== null ? html` <s>${riyals(product.priceHalalas)}</s>` : null;
  return html`<span class="price">${riyals(paidPrice(product))} ر.س${sale}</span>`;
}

function riyals(halalas: number): string {
  return (halalas / 100).toFixed(halalas % 100 === 0 ? 0 : 2);
}

function allShops(front: string, stores: ShopRecord[]): string {
  const body = html`<main><h1>متاجر البيئة التجريبية</h1>
${stores.map(({ slug, name, description }) => html`<a class="item" style="margin-block:.7rem" href="/${front}/${slug}"><div><b>${name}</b><br><small>${description}</small></div></a>`)}</main>`;
  return page({ title: "المتاجر", body, style });
}

function shopPage(
  { front, shelves }: { front: string; shelves: Pick<Shops["shelves"], "productsOf"> },
  head: Html | null,
  store: ShopRecord,
  visit: string,
): string {
  const items = shelves.productsOf(store.id).filter(({ status }) => status === "sale");
  const body = html`<main><header class="shop"><h1>${store.name}</h1><p class="soft">${store.description}</p></header>
<div class="grid">${items.map(
    (product) =>
      html`<a class="item" href="/${front}/${store.slug}/p/${product.id}?visit=${visit}"><img alt="" src="${pictureUrl(`/${front}/${store.slug}`, product.id)}"><div>${product.name}<br>${priceOf(product)}</div></a>`,
  )}</div></main>`;
  return page({ title: store.name, body, style, head });
}

/** A visitor who walks on inside the shop keeps the visit that brought them (and its UTM parameters). */
function firstVisit(
  { shelves, world }: { shelves: Pick<Shops["shelves"], "visits">; world: World },
  store: ShopRecord,
  arrival: string,
): string {
  const first = new URL(shelves.visits.get(arrival)?.url ?? world.url()).searchParams.get("visit");
  return first && shelves.visits.get(first)?.storeId === store.id ? first : arrival;
}

function productPage(
  front: string,
  head: Html | null,
  store: ShopRecord,
  product: Product,
  visit: string,
): string {
  const body = html`<main class="big"><p><a href="/${front}/${store.slug}">${store.name}</a></p>
<img alt="" src="${pictureUrl(`/${front}/${store.slug}`, product.id)}"><h1>${product.name}</h1><p class="soft">${product.description}</p><p>${priceOf(product)}</p>
<form method="post" action="/${front}/${store.slug}/buy"><input type="hidden" name="visit" value="${visit}"><input type="hidden" name="product" value="${product.id}">
<label>رمز الخصم <input type="text" name="coupon" dir="ltr" autocomplete="off" maxlength="30"></label>
<div class="row"><button class="go" name="pay" value="mada">اشترِ الآن · مدى</button><button name="pay" value="cod">الدفع عند الاستلام</button><button name="pay" value="bank">تحويل بنكي</button></div></form></main>`;
  return page({ title: `${product.name} · ${store.name}`, body, style, head });
}

function thanksPage(
  front: string,
  head: Html | null,
  store: ShopRecord,
  bought: { orderId: string; totalHalalas: number },
  more: Html | null,
): string {
  const body = html`<main><div class="card"><h1>تم الطلب، شكرًا لك</h1><p>رقم الطلب <bdi dir="ltr">${bought.orderId}</bdi> · الإجمالي ${riyals(bought.totalHalalas)} ر.س</p>
<p><a class="button" href="/${front}/${store.slug}">العودة إلى ${store.name}</a></p></div>${more}</main>`;
  return page({ title: "تم الطلب", body, style, head });
}
