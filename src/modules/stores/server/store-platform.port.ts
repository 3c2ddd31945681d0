import type { Halalas } from "#base/shared/money.ts";
import type { ProductStatus, StorePlatformName } from "../contract/words.ts";
import type { StoreOrder } from "../domain/order.ts";

export type { StoreOrder };

/**
 * One store platform, in our words. Every call outside may throw AdapterFault: `rejected` (the platform said no),
 * `reconnect` (the permission is gone), `later` (busy; nothing was done), `outcome_unknown` (a writing got no answer).
 */
export interface StorePlatform extends StoreLinker, ShopReader, ProductReader, OrderReader, StoreNewsSource {
  readonly platform: StorePlatformName;
}

/** What the platform gave us for acting in a store's name. */
export type StoreTokens = {
  /** Opaque to all but the adapter: a bearer token, a pair of them (Zid), a key and its secret (WooCommerce). */
  credential: string;
  /** Null where the platform has none. It may be good for one use only: never tried twice, never by two. */
  refreshToken: string | null;
  /** Null when the platform names no end. */
  expiresAt: Date | null;
  scopes: readonly string[];
};

export type ConsentRequest = {
  state: string;
  redirectUri: string;
  /** S256; sent where the platform knows PKCE. */
  codeChallenge: string;
};
export type CodeExchange = {
  /** The callback's query as it came: platforms name different things in it. */
  callback: Readonly<Record<string, string>>;
  redirectUri: string;
  codeVerifier: string;
};

export interface StoreLinker {
  /** The platform's consent page; it comes back to `redirectUri` with the state, which may lose its hyphens. */
  consentUrl(request: ConsentRequest): string;
  exchangeCode(exchange: CodeExchange): Promise<StoreTokens>;
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
export type OrderGlimpse = {
  externalId: string;
  vendorStatus: string;
  /** In the order's own currency, in hundredths. */
  listedTotal: number;
  order: StoreOrder | null;
};

export interface OrderReader {
  /**
   * What `since` means: `changed` lists every order changed since then; `placed` only those placed since then, so that
   * changes of older ones must be looked for.
   */
  readonly ordersListedBy: "changed" | "placed";
  /** At least all orders since then, newest first; more may come. */
  listOrders(credential: string, since: Date, cursor: string | null): Promise<Page<OrderGlimpse>>;
  /** Null when the platform no longer knows it. */
  readOrder(credential: string, externalId: string): Promise<StoreOrder | null>;
}

/** What a webhook is about. News only: what really happened is read from the platform. */
export type StoreNews = {
  externalStoreId: string;
  topic: string;
  about:
    | { kind: "order"; externalOrderId: string }
    | { kind: "products" }
    | { kind: "store" }
    | { kind: "uninstalled" }
    | { kind: "nothing" };
};

export interface StoreNewsSource {
  /** Asks to be told at `address`; asking again changes nothing. */
  subscribe(credential: string, address: string): Promise<void>;
  /** What is already gone is done. */
  unsubscribe(credential: string, address: string): Promise<void>;
  /** Proves a delivery over its raw bytes and reads it; null when the proof fails or it cannot be read. */
  readNews(delivery: {
    headers: Readonly<Record<string, string | string[] | undefined>>;
    body: Buffer;
  }): StoreNews | null;
}
