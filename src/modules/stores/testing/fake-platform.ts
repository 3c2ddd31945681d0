import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import type { StoreOrder } from "../domain/order.ts";
import type { StoreCoupon, StorePlatform } from "../server/store-platform.port.ts";

/** An order from only the fields that matter: `anOrder({ status: "delivered" })`. */
export function anOrder(overrides: Partial<StoreOrder> = {}): StoreOrder {
  return {
    externalId: "1001",
    reference: "4001",
    placedAt: new Date("2026-11-20T09:00:00Z"),
    status: "placed",
    vendorStatus: overrides.status ?? "under_review",
    paymentMethod: "mada",
    isCod: false,
    currency: "SAR",
    total: halalas(11_500),
    listedTotal: 11_500,
    refunded: halalas(0),
    utm: {},
    clickId: null,
    couponCodes: [],
    cityKey: "riyadh",
    isSent: false,
    lines: [],
    changedAt: null,
    ...overrides,
  };
}

/**
 * A platform in memory whose orders a test changes; its refresh tokens work once, as Salla's do. `change` overrides
 * its methods, to act like other platforms.
 */
export function fakePlatform(storeId = "77", change: Partial<StorePlatform> = {}) {
  const orders = new Map<string, StoreOrder>();
  let generation = 1;
  const world = {
    orders,
    refreshes: 0,
    /** An extra effect of the next refresh. */
    duringRefresh: async () => {},
    shutOut: false,
    /** Why it shows no orders though access is granted: a message key. */
    ordersRefused: null as string | null,
    /** The codes the store has, by code. */
    coupons: new Map<string, StoreCoupon & { isActive: boolean }>(),
    /** What happens once a code exists, before the platform answers. */
    afterCreate: async () => {},
    expireToken: () => {
      generation += 1;
    },
  };
  const tokens = () => ({
    credential: `access-${generation}`,
    refreshToken: `refresh-${generation}`,
    expiresAt: null,
    scopes: ["orders.read"],
  });
  const check = (credential: string) => {
    if (world.shutOut || credential !== `access-${generation}`)
      throw new AdapterFault("reconnect", { reason: "token not valid" });
  };
  const checkOrders = (credential: string) => {
    check(credential);
    if (world.ordersRefused !== null)
      throw new AdapterFault("rejected", { reason: "no orders for us", messageKey: world.ordersRefused });
  };
  const usable = new Set<string>();

  const platform: StorePlatform = {
    platform: "salla",
    ordersListedBy: "placed",
    webhookEndpoint: "app",
    authorizationUrl: ({ state, redirectUri }) =>
      `https://pretend.example/auth?state=${state}&redirect_uri=${redirectUri}`,
    parseCallback: ({ state = "", code, error }) => ({
      state,
      outcome: code ? "agreed" : error === "access_denied" ? "denied" : "failed",
    }),
    async exchangeCode({ callback }) {
      if (callback.code !== "good-code") throw new AdapterFault("reconnect", { reason: "invalid_grant" });
      usable.add(tokens().refreshToken);
      return tokens();
    },
    async refresh(refreshToken) {
      world.refreshes += 1;
      if (!usable.delete(refreshToken)) throw new AdapterFault("reconnect", { reason: "invalid_grant" });
      generation += 1;
      const renewed = tokens();
      usable.add(renewed.refreshToken);
      await world.duringRefresh();
      return renewed;
    },
    async readShop(credential) {
      check(credential);
      return {
        externalId: storeId,
        name: "متجر نورة",
        link: `https://noura-${storeId}.example`,
        currency: "SAR",
        isActive: true,
      };
    },
    async readProducts(credential) {
      check(credential);
      return { items: [], next: null, total: 0 };
    },
    async listOrders(credential) {
      checkOrders(credential);
      const items = [...orders.values()].map((order) => ({ ...order, order: null }));
      return { items, next: null, total: items.length };
    },
    async readOrder(credential, externalId) {
      checkOrders(credential);
      return orders.get(externalId) ?? null;
    },
    async createCoupon(credential, { code, percent }) {
      check(credential);
      if (world.coupons.has(code))
        throw new AdapterFault("rejected", { reason: "taken", messageKey: "stores:coupon_code_taken" });
      const coupon = { externalId: `c-${world.coupons.size + 1}`, code, percent };
      world.coupons.set(code, { ...coupon, isActive: true });
      await world.afterCreate();
      return coupon;
    },
    async findCoupon(credential, code) {
      check(credential);
      return world.coupons.get(code) ?? null;
    },
    async stopCoupon(credential, { code }) {
      check(credential);
      const coupon = world.coupons.get(code);
      if (coupon) coupon.isActive = false;
    },
    async subscribe(credential) {
      check(credential);
      return [];
    },
    unsubscribe: async (credential) => check(credential),
    parseWebhook({ headers, body }) {
      if (headers["x-signature"] !== "good") return null;
      const { topic, order } = JSON.parse(body.toString()) as { topic: string; order?: string };
      const subject =
        order === undefined
          ? ({ kind: "uninstalled" } as const)
          : { kind: "order" as const, externalOrderId: order };
      return { externalStoreId: storeId, topic, deliveryId: null, subject };
    },
    ...change,
  };
  return { world, platform };
}
