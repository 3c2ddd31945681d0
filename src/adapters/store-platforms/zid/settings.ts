export type ZidSettings = {
  /** https://api.zid.sa */
  apiUrl: string;
  /** https://oauth.zid.sa */
  oauthUrl: string;
  clientId: string;
  clientSecret: string;
  /** Timeout of one call; 30 s by default. */
  timeoutMs?: number;
};
