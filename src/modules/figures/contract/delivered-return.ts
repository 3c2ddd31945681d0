type Figures = { roas_delivered: number | null; orders_placed: number; orders_delivered: number };

/**
 * The return on delivered orders as it is shown: none while every order is still on its way, since a zero would make a day-old
 * campaign look bad.
 */
export const getDeliveredReturn = ({
  roas_delivered,
  orders_placed,
  orders_delivered,
}: Figures): number | null => (orders_placed > 0 && orders_delivered === 0 ? null : roas_delivered);
