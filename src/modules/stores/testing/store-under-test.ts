import type {
  AuthorizationRequest,
  CallbackQuery,
  StorePlatform,
  StoreTokens,
} from "../server/store-platform.port.ts";

/** A store at the simulator, and the access to read it. */
export type StoreUnderTest = { tokens: StoreTokens; externalStoreId: string; link: string };

/** What happens to an order at the platform, by the merchant's hand or the carrier's. */
export type OrderEvent = "paid" | "delivered" | "refused" | "cancelled" | "refunded";

/** A fault that the simulator injects into the next API request, once. */
export type InjectedFault = "busy" | "down" | "silence";

/** One adapter beside its simulator, as the contract suite needs it. */
export type StorePlatformUnderTest = {
  platform: StorePlatform;
  /** How often a refresh token works; `never` where there are none. */
  refreshes: "once" | "often" | "never";
  /** What the merchant types first, normalised; null where nothing is needed. */
  site: string | null;
  /** A new store nobody else uses, with products and no orders. */
  createStore(): Promise<StoreUnderTest>;
  /** Agrees as the merchant does; `serverGrant` is what the platform's server sent meanwhile. */
  approve(request: AuthorizationRequest): Promise<{ callback: CallbackQuery; serverGrant: string | null }>;
  /** Denies on the same page. */
  deny(request: AuthorizationRequest): Promise<CallbackQuery>;
  /** The platform's id of the order that the shop's thank-you page named. */
  toOrderId(store: StoreUnderTest, orderNumber: string): Promise<string>;
  moveOrder(store: StoreUnderTest, externalOrderId: string, event: OrderEvent): Promise<void>;
  /** Refunds a part of what was paid, in halalas, for units that came back. */
  refundPart(
    store: StoreUnderTest,
    externalOrderId: string,
    halalas: number,
    items?: { product_id: string; quantity: number }[],
  ): Promise<void>;
  /** Whether a partial refund says which units came back. */
  namesReturns: boolean;
  /** A code the shop takes. */
  coupon: string;
  /** How many orders fill more than one page of a list. */
  ordersForTwoPages: number;
  injectFault(kind: InjectedFault): Promise<void>;
  /** Seconds a busy platform asks us to wait. */
  busySeconds: number;
  expireTokens(): Promise<void>;
  /** The merchant uninstalls our app, or revokes our key. */
  revokeAccess(store: StoreUnderTest): Promise<void>;
  /** How many webhook subscriptions exist for this address, as the platform itself lists them. */
  countSubscriptions(store: StoreUnderTest, address: string): Promise<number>;
  stop(): Promise<void>;
};
