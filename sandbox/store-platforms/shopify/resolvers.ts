import { GraphQLError } from "graphql";
import type { World } from "../../base/world.ts";
import { toStoreOrigin } from "../shared/shop-backend.ts";
import { app } from "./app.ts";
import { badArgument, type PageArgs, searchFilter, toConnection } from "./connection.ts";
import { discountFields } from "./discounts.ts";
import { hasScope } from "./grants.ts";
import { type Grant, type Order, type Shop, type Subscription, toDomain } from "./model.ts";
import { presentOrder, presentProduct, presentSubscription } from "./present.ts";
import type { Records } from "./records.ts";
import { financialStatus } from "./statuses.ts";

/** Without `read_all_orders` an app sees the orders of the last sixty days. */
const VISIBLE_DAYS = 60;
/** The documentation address for an app that has no access to protected customer data. */
const APPROVAL_PAGE = "https://shopify.dev/docs/apps/launch/protected-customer-data";

export interface Session {
  shop: Shop;
  grant: Grant;
}

interface Deps {
  world: World;
  records: Records;
  uninstall(shop: Shop): void;
}

type ListArgs = PageArgs & { query?: string | null; sortKey?: string | null };
type SubscriptionInput = Partial<Pick<Subscription, "uri" | "format" | "includeFields" | "filter">>;

/** The root fields of both trees and their resolvers. Everything below is plain data. */
export function makeRoot(deps: Deps, { shop, grant }: Session) {
  const { world, records } = deps;
  const origin = toStoreOrigin({ world, storefrontName: "shopify-storefront" }, shop);
  const needs = (field: string, scope: string) => {
    if (hasScope(grant.scopes, scope)) return;
    const message = `Access denied for ${field} field. Required access: \`${scope}\` access scope.`;
    throw new GraphQLError(message, {
      extensions: { code: "ACCESS_DENIED", requiredAccess: `\`${scope}\` access scope.` },
    });
  };
  const needsOrders = (field: string) => {
    needs(field, "read_orders");
    if (!shop.withholdsCustomerData) return;
    throw new GraphQLError(
      `This app is not approved to access the Order object. See ${APPROVAL_PAGE} for more details.`,
      {
        extensions: { code: "ACCESS_DENIED", documentation: APPROVAL_PAGE },
      },
    );
  };
  const oldest = world.now().getTime() - VISIBLE_DAYS * 86_400_000;
  const visibleOrders = () => records.listStoreOrders(shop.id).filter(({ at }) => Date.parse(at) >= oldest);
  const present = (order: Order) => presentOrder(order, shop, world.now());
  const searched = (query: string | null | undefined) =>
    visibleOrders().filter(searchFilter(query, orderFields));

  return {
    shop: () => presentShop(shop, origin),
    orders(args: ListArgs) {
      needsOrders("orders");
      const sortBy = orderSorts[args.sortKey ?? "PROCESSED_AT"];
      if (!sortBy) throw badArgument(`the sandbox does not sort by ${args.sortKey}`);
      return toConnection(searched(args.query), args, sortBy, present);
    },
    ordersCount({ query }: { query?: string | null }) {
      needsOrders("ordersCount");
      return { count: searched(query).length, precision: "EXACT" };
    },
    order({ id }: { id: string }) {
      needsOrders("order");
      const number = parseGid(id, "Order");
      const order = visibleOrders().find((one) => one.id === number);
      return order ? present(order) : null;
    },
    products(args: ListArgs) {
      needs("products", "read_products");
      const rows = records
        .listStoreProducts(shop.id)
        .filter(
          searchFilter(args.query, { status: ({ status }) => (status === "hidden" ? "draft" : "active") }),
        );
      return toConnection(
        rows,
        args,
        () => "",
        (product) => presentProduct(product, shop, origin),
      );
    },
    productsCount() {
      needs("productsCount", "read_products");
      return { count: records.listStoreProducts(shop.id).length, precision: "EXACT" };
    },
    product({ id }: { id: string }) {
      needs("product", "read_products");
      const product = records.products.get(parseGid(id, "Product"));
      return product?.storeId === shop.id ? presentProduct(product, shop, origin) : null;
    },
    currentAppInstallation: () => ({
      id: `gid://shopify/AppInstallation/${shop.id}`,
      accessScopes: grant.scopes.map((handle) => ({ handle })),
    }),
    ...webhookFields(deps, shop, grant),
    ...discountFields(deps, shop, (field, scope) => needs(field, scope)),
    appUninstall() {
      deps.uninstall(shop);
      return { app: { id: `gid://shopify/App/${app.id}` }, userErrors: [] };
    },
  };
}

const orderFields: Record<string, (order: Order) => string> = {
  updated_at: ({ updatedAt }) => updatedAt,
  created_at: ({ at }) => at,
  processed_at: ({ at }) => at,
  name: ({ reference }) => `#${reference}`,
  financial_status: (order) => financialStatus(order),
};
const orderSorts: Record<string, (order: Order) => string> = {
  UPDATED_AT: ({ updatedAt }) => updatedAt,
  CREATED_AT: ({ at }) => at,
  PROCESSED_AT: ({ at }) => at,
  ID: () => "",
};

function presentShop(shop: Shop, origin: string) {
  return {
    id: `gid://shopify/Shop/${shop.id}`,
    name: shop.name,
    email: shop.owner.email,
    myshopifyDomain: toDomain(shop),
    primaryDomain: {
      id: `gid://shopify/Domain/${shop.id}`,
      host: new URL(origin).host,
      sslEnabled: origin.startsWith("https:"),
      url: origin,
    },
    url: origin,
    currencyCode: "SAR",
    ianaTimezone: "Asia/Riyadh",
    taxesIncluded: true,
    plan: {
      partnerDevelopment: false,
      publicDisplayName: { standard: "Basic", advanced: "Advanced", plus: "Shopify Plus" }[shop.plan],
      shopifyPlus: shop.plan === "plus",
    },
  };
}

function parseGid(id: string, type: string): string {
  const number = new RegExp(`^gid://shopify/${type}/(\\d+)$`).exec(id)?.[1];
  if (number === undefined) {
    throw new GraphQLError(`Invalid global id '${id}'`, {
      extensions: { code: "argumentLiteralsIncompatible" },
    });
  }
  return number;
}

/** The read scope each topic needs. */
function findRequiredScope(topic: string): string | null {
  if (/^(ORDERS|REFUNDS)_/.test(topic)) return "read_orders";
  if (topic.startsWith("PRODUCTS_")) return "read_products";
  return topic.startsWith("CUSTOMERS_") ? "read_customers" : null;
}

function webhookFields({ world, records }: Deps, shop: Shop, grant: Grant) {
  const idField = "gid://shopify/WebhookSubscription/";
  const found = (id: string) => {
    const one = records.subscriptions.get(id.replace(idField, ""));
    return one?.shopId === shop.id ? one : undefined;
  };
  const notFoundErrors = [{ field: ["id"], message: "Webhook subscription does not exist" }];
  const problem = (topic: string, uri: string, own?: string) => {
    const scope = findRequiredScope(topic);
    if (scope && !hasScope(grant.scopes, scope))
      return "You cannot create a webhook subscription with the specified topic";
    if (shop.withholdsCustomerData && /^(ORDERS|REFUNDS|CUSTOMERS)_/.test(topic))
      return `This app is not approved to subscribe to webhook topics containing protected customer data. See ${APPROVAL_PAGE} for more details.`;
    if (!isAllowedAddress(uri)) return "Address is invalid";
    const duplicate = records
      .listSubscriptions(shop.id)
      .some((one) => one.topic === topic && one.uri === uri && one.id !== own);
    return duplicate ? "Address for this topic has already been taken" : null;
  };
  const refused = (message: string) => ({
    webhookSubscription: null,
    userErrors: [{ field: ["webhookSubscription", "callbackUrl"], message }],
  });

  return {
    webhookSubscriptions(args: PageArgs & { topics?: string[] | null; uri?: string | null }) {
      const rows = records
        .listSubscriptions(shop.id)
        .filter(
          ({ topic, uri }) => (args.topics?.includes(topic) ?? true) && (!args.uri || uri === args.uri),
        );
      return toConnection(rows, args, () => "", presentSubscription);
    },
    webhookSubscriptionCreate(args: { topic: string; webhookSubscription: SubscriptionInput }) {
      const { uri = "", format = "JSON", includeFields = [], filter = null } = args.webhookSubscription;
      const wrong = problem(args.topic, uri);
      if (wrong) return refused(wrong);
      const now = world.now().toISOString();
      const created = records.subscriptions.put({
        id: String(world.ids.number("shopify/webhook", 13)),
        shopId: shop.id,
        ...{ topic: args.topic, uri, format, includeFields, filter, createdAt: now, updatedAt: now },
      });
      return { webhookSubscription: presentSubscription(created), userErrors: [] };
    },
    webhookSubscriptionUpdate({
      id,
      webhookSubscription: change,
    }: {
      id: string;
      webhookSubscription: SubscriptionInput;
    }) {
      const one = found(id);
      if (!one) return { webhookSubscription: null, userErrors: notFoundErrors };
      const changed = { ...one, ...change, updatedAt: world.now().toISOString() };
      const wrong = problem(one.topic, changed.uri, one.id);
      if (wrong) return refused(wrong);
      return { webhookSubscription: presentSubscription(records.subscriptions.put(changed)), userErrors: [] };
    },
    webhookSubscriptionDelete({ id }: { id: string }) {
      const one = found(id);
      if (!one) return { deletedWebhookSubscriptionId: null, userErrors: notFoundErrors };
      records.subscriptions.delete(one.id);
      return { deletedWebhookSubscriptionId: id, userErrors: [] };
    },
  };
}

/** https; plain http on loopback only. */
function isAllowedAddress(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === "https:" || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
