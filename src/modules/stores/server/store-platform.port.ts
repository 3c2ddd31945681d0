import type { Halalas } from "#base/shared/money.ts";
import type { ProductStatus, StorePlatformName } from "../contract/words.ts";
import type { StoreOrder } from "../domain/order.ts";

export type { StoreOrder };

/**
 * One store platform, in our words. Every call outside may throw AdapterFault: `rejected` (the platform said no),
 * `reconnect` (the permission is gone), `later` (busy; nothing was done), `outcome_unknown` (a writing got no answer).
 */
export interface StorePlatform extends StoreLinker, ShopReader, ProductReader, OrderReader, WebhookSource {
  readonly platform: StorePlatformName;
}

/** What the platform gave us for acting in a store's name. Both texts are opaque to all but the adapter. */
export type StoreTokens = {
  /** A bearer token, a pair of them (Zid), a token with its shop (Shopify), a key with its site (WooCommerce). */
  credential: string;
  /** Null where the platform has none. It may be good for one use only: never tried twice, never by two. */
  refreshToken: string | null;
  /** Null when the platform names no end. */
  expiresAt: Date | null;
  scopes: readonly string[];
};

export type AuthorizationRequest = {
  state: string;
  redirectUri: string;
  /** S256; sent where the platform knows PKCE. */
  codeChallenge: string;
  /** Where the store is, as `storePlatformTable` asked for it and tidied it; null where the platform's page asks itself. */
  site: string | null;
  /** Where the platform's own server hands over what was granted, beside the browser's way back (WooCommerce). */
  serverCallbackUri: string;
};
/** A callback's query as it came: platforms name different things in it. */
export type CallbackQuery = Readonly<Record<string, string>>;
/** How a browser came back. `state` is empty when it brought none. */
export type AuthorizationCallback = { state: string; outcome: "agreed" | "denied" | "failed" };
export type Exchange = Pick<AuthorizationRequest, "redirectUri" | "site"> & {
  callback: CallbackQuery;
  codeVerifier: string;
  /** What came to `serverCallbackUri` for this consent, as `parseServerCallback` gave it; null when nothing has come. */
  serverGrant: string | null;
};

export interface StoreLinker {
  /** The platform's consent page; it comes back to `redirectUri` with the state, which may lose its hyphens. */
  authorizationUrl(request: AuthorizationRequest): string;
  /** Only for platforms whose consent page is the store's own. Throws a fault when no such store answers at the site. */
  checkStoreExists?(site: string): Promise<void>;
  parseCallback(callback: CallbackQuery): AuthorizationCallback;
  /** Only for platforms whose server hands over: which consent a delivery belongs to, and what is to be kept of it. */
  parseServerCallback?(body: Buffer): { state: string; grant: string } | null;
  /** What the consent gave. `rejected` when the callback is not the platform's own, or the site is another one. */
  exchangeCode(exchange: Exchange): Promise<StoreTokens>;
  /** `reconnect` when the refresh token no longer counts. */
  refresh(refreshToken: string): Promise<StoreTokens>;
}

export type Shop = {
  externalId: string;
  name: string;
  /** Where shoppers visit it, an absolute address. */
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

/** An order as a list shows it: enough to see whether it changed. `order` is there when the list is already whole. */
export type OrderSummary = {
  externalId: string;
  vendorStatus: string;
  /** In the order's own currency, in hundredths. */
  listedTotal: number;
  /** When the list says it was changed last; left out where it does not. */
  changedAt?: Date | null;
  order: StoreOrder | null;
};

export interface OrderReader {
  /**
   * What `since` means: `changed` lists every order changed since then; `placed` only those placed since then, so that
   * changes of older ones must be looked for.
   */
  readonly ordersListedBy: "changed" | "placed";
  /** At least all orders since then, newest first; more may come. */
  listOrders(credential: string, since: Date, cursor: string | null): Promise<Page<OrderSummary>>;
  /** Null when the platform no longer knows it. */
  readOrder(credential: string, externalId: string): Promise<StoreOrder | null>;
}

/** What a webhook is about. News only: what really happened is read from the platform. */
export type WebhookEvent = {
  /** The store as the delivery names it; null where only the door it came to tells. */
  externalStoreId: string | null;
  topic: string;
  /** The platform's own name for this delivery, the same on every copy; null where its bytes are its name. */
  deliveryId: string | null;
  subject:
    | { kind: "order"; externalOrderId: string }
    | { kind: "products" }
    | { kind: "store" }
    | { kind: "uninstalled" }
    | { kind: "nothing" };
};

/** Where a platform tells us, and what proves that it does. */
export type WebhookEndpoint = {
  address: string;
  /** Random, one for each store, the same for as long as we know it. */
  secret: string;
};

export type WebhookDelivery = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw bytes, before anybody read them. */
  body: Buffer;
  /** The secret of the store whose door it came to; null at the app's one door. */
  secret: string | null;
};

/** A topic the platform does not tell us of, and what it said. */
export type RefusedTopic = { topic: string; reason: string };

export interface WebhookSource {
  /**
   * `app`: one door for all stores, and the app's own secret proves (Salla, Shopify). `store`: a door for each store
   * with an address nobody can guess, and the store's secret proves (Zid, WooCommerce).
   */
  readonly webhookEndpoint: "app" | "store";
  /**
   * Asks to be told at the door, topic by topic; asking again changes nothing, and wakes what the platform has put to
   * sleep. Answers with the topics it refused: the others stand.
   */
  subscribe(credential: string, endpoint: WebhookEndpoint): Promise<RefusedTopic[]>;
  /** What is already gone is done. */
  unsubscribe(credential: string, endpoint: WebhookEndpoint): Promise<void>;
  /** Proves a delivery over its raw bytes and reads it; null when the proof fails or it cannot be read. */
  parseWebhook(delivery: WebhookDelivery): WebhookEvent | null;
}
