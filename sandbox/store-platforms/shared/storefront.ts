import type { FastifyReply } from "fastify";
import { type Html, html, page, sendPage } from "../../base/page.ts";
import type { VendorHost } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import type { Shop, ShopOrder } from "../../economy/ports.ts";
import { type OrderRecord, type Product, paidPrice, type ShopRecord } from "./model.ts";
import { drawProduct, pictureUrl } from "./pictures.ts";
import { recordVisit, type ShopBackend, toShop } from "./shop-backend.ts";

/** What these pages need from a platform's shops. */
type Shops = ShopBackend<ShopRecord, OrderRecord>;

/** The shops' public pages: a visit keeps its UTM parameters, and a person can buy by hand. */
export function storefrontHost<Store extends ShopRecord, Order extends OrderRecord>(
  backend: ShopBackend<Store, Order>,
): VendorHost {
  const { shopTables, world, storefrontName } = backend;
  const missing = (reply: FastifyReply) =>
    sendPage(
      reply,
      404,
      page({ title: "غير موجود", body: html`<main><h1>لا يوجد متجر بهذا العنوان</h1></main>` }),
    );
  const found = (slug: string, productId: string) => {
    const store = shopTables.storeBySlug(slug);
    const product = shopTables.products.get(productId);
    return store && product?.storeId === store.id ? { store, product } : null;
  };
  const renderHead = (store: Store) => backend.renderHead?.(store) ?? null;
  const enterStore = (store: Store, path: string) =>
    recordVisit(
      backend,
      store,
      `${world.url()}${path}`,
      world.now(),
      world.ids.token(`${backend.vendor}/by-hand`, 12),
    );

  return {
    name: storefrontName,
    standsFor: "the stores' own domains",
    plain: true,
    renderFailure: (reply, { status, message }) =>
      reply.status(status).type("text/plain; charset=utf-8").send(message),
    routes(app) {
      app.get("/", (_request, reply) =>
        sendPage(reply, 200, allShops(storefrontName, shopTables.allStores())),
      );
      for (const path of ["/:slug", "/:slug/"]) {
        app.get(path, (request, reply) => {
          const store = shopTables.storeBySlug((request.params as { slug: string }).slug);
          if (!store) return missing(reply);
          return sendPage(
            reply,
            200,
            shopPage(backend, renderHead(store), store, enterStore(store, request.url)),
          );
        });
      }
      app.get("/:slug/p/:id", (request, reply) => {
        const { slug, id } = request.params as { slug: string; id: string };
        const at = found(slug, id);
        if (!at) return missing(reply);
        const visit = resolveVisit(backend, at.store, enterStore(at.store, request.url));
        return sendPage(
          reply,
          200,
          productPage(storefrontName, renderHead(at.store), at.store, at.product, visit),
        );
      });
      app.get("/:slug/pictures/:file", async (request, reply) => {
        const { slug, file } = request.params as { slug: string; file: string };
        const at = found(slug, file.replace(/\.jpg$/, ""));
        if (!at) return missing(reply);
        return reply
          .type("image/jpeg")
          .header("cache-control", "max-age=86400")
          .send(await drawProduct(at.store.kind, at.product.id));
      });
      app.post("/:slug/buy", (request, reply) => {
        const form = (request.body ?? {}) as BuyForm;
        const at = found((request.params as { slug: string }).slug, form.product ?? "");
        if (!at) return missing(reply);
        const placed = toShop(backend, at.store).order({
          visitId: form.visit ?? null,
          at: world.now(),
          items: [{ productId: at.product.id, quantity: 1 }],
          paymentMethod: parsePaymentMethod(form),
          coupon: form.coupon || null,
          buyer: {
            firstName: "زائر",
            lastName: "التجربة",
            mobile: "+966500000000",
            city: "الرياض",
            gender: "male",
          },
        });
        scheduleManualOrder(backend, at.store, placed, form);
        const order = shopTables.orders.get(placed.orderId);
        const more = (order && backend.renderThanks?.(at.store, order)) ?? null;
        return sendPage(reply, 200, thanksPage(storefrontName, renderHead(at.store), at.store, placed, more));
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

function parsePaymentMethod({ pay }: BuyForm): ShopOrder["paymentMethod"] {
  return pay === "cod" || pay === "bank" ? pay : "mada";
}

/** The order goes on like any other: confirmed, shipped, delivered or not. */
function scheduleManualOrder(
  { vendor, world }: { vendor: string; world: World },
  store: ShopRecord,
  { orderId, totalHalalas: halalas, items, coupon }: ReturnType<Shop["order"]>,
  form: BuyForm,
): void {
  world.scheduler.schedule(world.now(), "economy/by-hand", orderId, {
    key: `by-hand|${orderId}`,
    platform: vendor,
    storeId: store.id,
    orderId,
    halalas,
    items,
    coupon,
    payment: parsePaymentMethod(form),
    cause: { kind: "by_hand", visit_id: form.visit ?? null },
  });
}

const style = `
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:.9rem}
.item{background:var(--paper);border:1px solid var(--line);border-radius:16px;overflow:hidden;text-decoration:none;color:inherit;display:block}
.item img,.big img{width:100%;display:block;aspect-ratio:1}.item div{padding:.6rem .8rem .8rem}.price{font-weight:700;color:var(--palm)}
s{color:var(--soft);font-weight:400;font-size:.9em}header.shop{padding:1.2rem 0 .4rem}.big img{border-radius:20px;max-width:22rem}`;

function renderPrice(product: Product): Html {
  const sale = product.saleHalalas !== null ? html` <s>${riyals(product.priceHalalas)}</s>` : null;
  return html`<span class="price">${riyals(paidPrice(product))} ر.س${sale}</span>`;
}

function riyals(halalas: number): string {
  return (halalas / 100).toFixed(halalas % 100 === 0 ? 0 : 2);
}

function allShops(storefrontName: string, stores: ShopRecord[]): string {
  const body = html`<main><h1>متاجر البيئة التجريبية</h1>
${stores.map(({ slug, name, description }) => html`<a class="item" style="margin-block:.7rem" href="/${storefrontName}/${slug}"><div><b>${name}</b><br><small>${description}</small></div></a>`)}</main>`;
  return page({ title: "المتاجر", body, style });
}

function shopPage(
  {
    storefrontName,
    shopTables,
  }: { storefrontName: string; shopTables: Pick<Shops["shopTables"], "listStoreProducts"> },
  head: Html | null,
  store: ShopRecord,
  visit: string,
): string {
  const items = shopTables.listStoreProducts(store.id).filter(({ status }) => status === "sale");
  const body = html`<main><header class="shop"><h1>${store.name}</h1><p class="soft">${store.description}</p></header>
<div class="grid">${items.map(
    (product) =>
      html`<a class="item" href="/${storefrontName}/${store.slug}/p/${product.id}?visit=${visit}"><img alt="" src="${pictureUrl(`/${storefrontName}/${store.slug}`, product.id)}"><div>${product.name}<br>${renderPrice(product)}</div></a>`,
  )}</div></main>`;
  return page({ title: store.name, body, style, head });
}

/** A visitor who navigates inside the shop keeps the first visit (and its UTM parameters). */
function resolveVisit(
  { shopTables, world }: { shopTables: Pick<Shops["shopTables"], "visits">; world: World },
  store: ShopRecord,
  arrival: string,
): string {
  const first = new URL(shopTables.visits.get(arrival)?.url ?? world.url()).searchParams.get("visit");
  return first && shopTables.visits.get(first)?.storeId === store.id ? first : arrival;
}

function productPage(
  storefrontName: string,
  head: Html | null,
  store: ShopRecord,
  product: Product,
  visit: string,
): string {
  const body = html`<main class="big"><p><a href="/${storefrontName}/${store.slug}">${store.name}</a></p>
<img alt="" src="${pictureUrl(`/${storefrontName}/${store.slug}`, product.id)}"><h1>${product.name}</h1><p class="soft">${product.description}</p><p>${renderPrice(product)}</p>
<form method="post" action="/${storefrontName}/${store.slug}/buy"><input type="hidden" name="visit" value="${visit}"><input type="hidden" name="product" value="${product.id}">
<label>رمز الخصم <input type="text" name="coupon" dir="ltr" autocomplete="off" maxlength="30"></label>
<div class="row"><button class="go" name="pay" value="mada">اشترِ الآن · مدى</button><button name="pay" value="cod">الدفع عند الاستلام</button><button name="pay" value="bank">تحويل بنكي</button></div></form></main>`;
  return page({ title: `${product.name} · ${store.name}`, body, style, head });
}

function thanksPage(
  storefrontName: string,
  head: Html | null,
  store: ShopRecord,
  placed: { orderId: string; totalHalalas: number },
  more: Html | null,
): string {
  const body = html`<main><div class="card"><h1>تم الطلب، شكرًا لك</h1><p>رقم الطلب <bdi dir="ltr">${placed.orderId}</bdi> · الإجمالي ${riyals(placed.totalHalalas)} ر.س</p>
<p><a class="button" href="/${storefrontName}/${store.slug}">العودة إلى ${store.name}</a></p></div>${more}</main>`;
  return page({ title: "تم الطلب", body, style, head });
}
