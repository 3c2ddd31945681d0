/** The news this room sends. Every one carries the merchant's id. */
export type TrackingNews =
  /** An order carries the id of a click on one of the merchant's links; once per order. */
  | {
      name: "tracking.order_attributed";
      merchant_id: string;
      order_id: string;
      campaign_id: string;
      ad_group_id: string;
      ad_id: string;
      click_id: string;
    }
  | { name: "tracking.link_stopped"; merchant_id: string; link_id: string }
  | { name: "tracking.link_resumed"; merchant_id: string; link_id: string };
