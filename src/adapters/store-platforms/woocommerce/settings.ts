export type WooCommerceSettings = {
  /**
   * Requires https and a public address. Off for rehearsals: then a site on this machine may be connected by plain
   * http.
   */
  publicOnly: boolean;
  /** Timeout of one call; 30 s by default. */
  timeoutMs?: number;
};
