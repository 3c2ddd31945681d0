import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { OrderShare } from "./order-share.ts";

/** What one order sold of one product. */
export type ProductShare = {
  product_id: string;
  units_sold: number;
  product_sales_halalas: number;
  units_returned: number;
};

/** What one order of a store adds to the roll-ups, and where. */
export type StoreOrderShare = OrderShare & {
  store_id: string;
  /** When it was placed, in Riyadh. */
  day: RiyadhDay;
  hour: number;
  /** Empty where the city is not known. */
  city_key: string;
  /** The ad that brought it; null when none is proven. */
  campaign_id: string | null;
  ad_id: string | null;
  products: readonly ProductShare[];
};

/** Under which rows an order counts: of all orders, of those that any ad brought, and of its campaign. */
export const allOrders = "all";
export const adOrders = "ads";

export const listBroughtBy = ({ campaign_id }: Pick<StoreOrderShare, "campaign_id">): string[] =>
  campaign_id === null ? [allOrders] : [allOrders, adOrders, campaign_id];

const hourMs = 3_600_000;
const riyadhOffsetHours = 3;

/** The hour of the day in Riyadh, 0 to 23. */
export const toRiyadhHour = (instant: Date): number =>
  (Math.floor(instant.getTime() / hourMs) + riyadhOffsetHours) % 24;

/** Whether two shares add the same to the same rows. */
export const isSameShare = (one: StoreOrderShare, other: StoreOrderShare): boolean =>
  JSON.stringify(toOrdered(one)) === JSON.stringify(toOrdered(other));

const toOrdered = ({ products, ...share }: StoreOrderShare) => [
  ...Object.entries(share).sort(([one], [other]) => (one < other ? -1 : 1)),
  products.map(({ product_id, units_sold, product_sales_halalas, units_returned }) => [
    product_id,
    units_sold,
    product_sales_halalas,
    units_returned,
  ]),
];
