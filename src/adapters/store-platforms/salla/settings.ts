export type SallaSettings = {
  /** https://api.salla.dev */
  apiUrl: string;
  /** https://accounts.salla.sa */
  accountsUrl: string;
  clientId: string;
  clientSecret: string;
  /**
   * The secrets that verify webhooks; the first one is sent when subscribing, a second stays valid while it is
   * rotated.
   */
  webhookSecrets: readonly [string, ...string[]];
  /** Timeout of one call; 30 s by default. */
  timeoutMs?: number;
};
