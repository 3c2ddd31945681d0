import type { ConsentRequest } from "#base/server/oauth/consent.ts";
import type { TokenPair } from "#base/server/oauth/sealed-tokens.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { ProductStatus, StorePlatformName } from "../contract/enums.ts";
import type { OrderLine, StoreOrder } from "../domain/order.ts";

export type { OrderLine, StoreOrder };

/**
 * One store platform, in our terms. Every external call may throw AdapterFault: `rejected` (the platform refused),
 * `reconnect` (access was revoked), `later` (busy; nothing was done), `outcome_unknown` (a write got no answer).
 */
export interface StorePlatform
  extends StoreLinker,
    ShopReader,
    ProductReader,
    OrderReader,
    CouponIssuer,
    WebhookSource {
  readonly platform: StorePlatformName;
}

/** Credentials for calls on a store's behalf. Both texts are opaque to all but the adapter. */
export type StoreTokens = Omit<TokenPair, "accessToken"> & {
  /** A bearer token, a pair of them (Zid), a token with its shop (Shopify), a key with its site (WooCommerce). */
  credential: string;
};

export type AuthorizationRequest = ConsentRequest & {
  /**
   * The store's address, required and normalised as `storePlatformTable` says; null where the platform's page needs
   * none.
   */
  site: string | null;
  /** Where the platform's own server sends the grant, besides the browser's redirect (WooCommerce). */
  serverCallbackUri: string;
};
/** A callback's raw query: platforms name different fields in it. */
export type CallbackQuery = Readonly<Record<string, string>>;
/** How a browser returned. `state` is empty when it had none. */
export type AuthorizationCallback = { state: string; outcome: "agreed" | "denied" | "failed" };
export type Exchange = Pick<AuthorizationRequest, "redirectUri" | "site"> & {
  callback: CallbackQuery;
  codeVerifier: string;
  /**
   * What `serverCallbackUri` received for this authorization, as `parseServerCallback` returned it; null when nothing
   * came.
   */
  serverGrant: string | null;
};

export interface StoreLinker {
  /** The platform's consent page; it redirects to `redirectUri` with the state, which may lose its hyphens. */
  authorizationUrl(request: AuthorizationRequest): string;
  /**
   * Only for platforms whose consent page is on the store's own site. Throws a fault when no such store answers
   * there.
   */
  checkStoreExists?(site: string): Promise<void>;
  parseCallback(callback: CallbackQuery): AuthorizationCallback;
  /** Only for platforms with a server callback: which authorization it belongs to, and the grant to store. */
  parseServerCallback?(body: Buffer): { state: string; grant: string } | null;
  /** The tokens of the authorization. `rejected` when the callback is not the platform's own, or names another site. */
  exchangeCode(exchange: Exchange): Promise<StoreTokens>;
  /** `reconnect` when the refresh token is no longer valid. */
  refresh(refreshToken: string): Promise<StoreTokens>;
}

export type Shop = {
  externalId: string;
  name: string;
  /** The store's public address, absolute. */
  link: string;
  /** ISO 4217. */
  currency: string;
  isActive: boolean;
};

export interface ShopReader {
  readShop(credential: string): Promise<Shop>;
}

export type StoreProduct = {
  externalId: string;
  sku: string;
  name: string;
  url: string | null;
  imageUrl: string | null;
  /** What a shopper pays now, with VAT. */
  price: Halalas;
  regularPrice: Halalas;
  currency: string;
  /** Null: no limit. */
  quantity: number | null;
  status: Exclude<ProductStatus, "gone">;
};

/** A page of a list. `next` is the cursor of the next page, null after the last; `total` where the platform counts. */
export type Page<Item> = { items: readonly Item[]; next: string | null; total: number | null };

export interface ProductReader {
  readProducts(credential: string, cursor: string | null): Promise<Page<StoreProduct>>;
}

/**
 * An order as a list shows it: enough to see whether it changed. `order` is set when the list already has the full
 * order.
 */
export type OrderSummary = {
  externalId: string;
  vendorStatus: string;
  /** In the order's own currency, in hundredths. */
  listedTotal: number;
  /** The time of last change, as the list gives it; absent where it gives none. */
  changedAt?: Date | null;
  order: StoreOrder | null;
};

export interface OrderReader {
  /**
   * What `since` means: `changed` lists every order changed since then; `placed` lists only those placed since then,
   * so changes of older ones must be looked for.
   */
  readonly ordersListedBy: "changed" | "placed";
  /** At least all orders since then, newest first; it may return more. */
  listOrders(credential: string, since: Date, cursor: string | null): Promise<Page<OrderSummary>>;
  /** Null when the platform no longer has it. */
  readOrder(credential: string, externalId: string): Promise<StoreOrder | null>;
}

/** A discount code for the whole basket, for everybody and any number of times. */
export type CouponSpec = {
  /** 3 to 20 Latin letters and digits, in capitals. */
  code: string;
  /** Whole percent off the goods, 1 to 100. */
  percent: number;
  /** The first and the last day on which it is taken, as "2026-12-31", in Riyadh: today, and at least tomorrow. */
  startsOn: string;
  endsOn: string;
};

/** A code as its store has it. */
export type StoreCoupon = {
  externalId: string;
  code: string;
  /** Null when it takes off something else than a percentage of the basket. */
  percent: number | null;
};

export interface CouponIssuer {
  /**
   * Creates the code. `rejected` with `stores:coupon_code_taken` when the store has it already, with
   * `stores:scope_missing` when the merchant has not granted coupons. A write: after `outcome_unknown`, `findCoupon`
   * says what became of it.
   */
  createCoupon(credential: string, spec: CouponSpec): Promise<StoreCoupon>;
  /** The store's own coupon with this code, in any case; null when it has none. */
  findCoupon(credential: string, code: string): Promise<StoreCoupon | null>;
  /** The store no longer takes a code that has not ended. Idempotent; one that was deleted there counts as stopped. */
  stopCoupon(credential: string, coupon: CouponSpec & { externalId: string }): Promise<void>;
}

/** What a webhook is about. It is only a signal: the current state is read from the platform. */
export type WebhookEvent = {
  /** The store the delivery names; null where only its endpoint identifies the store. */
  externalStoreId: string | null;
  topic: string;
  /** The platform's own id of this delivery, the same on every copy; null where the hash of the body identifies it. */
  deliveryId: string | null;
  subject:
    | { kind: "order"; externalOrderId: string }
    | { kind: "products" }
    | { kind: "store" }
    | { kind: "uninstalled" }
    | { kind: "nothing" };
};

/** Where a platform sends webhooks, and the secret that verifies them. */
export type WebhookEndpoint = {
  address: string;
  /** Random, one per store, constant as long as the store's row exists. */
  secret: string;
};

export type WebhookDelivery = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw bytes, before any parsing. */
  body: Buffer;
  /** The secret of the store whose endpoint received it; null at the app's endpoint. */
  secret: string | null;
};

/** A topic the platform refused to subscribe us to, and its reason. */
export type RefusedTopic = { topic: string; reason: string };

export interface WebhookSource {
  /**
   * `app`: one endpoint for all stores, verified with the app's own secret (Salla, Shopify). `store`: one endpoint
   * per store with an unguessable address, verified with the store's secret (Zid, WooCommerce).
   */
  readonly webhookEndpoint: "app" | "store";
  /**
   * Subscribes the endpoint, topic by topic. Idempotent; enables webhooks that the platform has disabled. Returns the
   * topics it refused: the others are subscribed.
   */
  subscribe(credential: string, endpoint: WebhookEndpoint): Promise<RefusedTopic[]>;
  /** Idempotent: webhooks that no longer exist count as removed. */
  unsubscribe(credential: string, endpoint: WebhookEndpoint): Promise<void>;
  /** Verifies a delivery over its raw bytes and parses it; null when verification or parsing fails. */
  parseWebhook(delivery: WebhookDelivery): WebhookEvent | null;
}
