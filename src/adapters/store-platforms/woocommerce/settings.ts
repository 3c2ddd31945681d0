export type WooCommerceSettings = {
  /** https on the internet alone. Off for rehearsals: then a site on this machine may be connected by plain http. */
  publicOnly: boolean;
  /** How long one call may take; 30 s unless said. */
  timeoutMs?: number;
};
