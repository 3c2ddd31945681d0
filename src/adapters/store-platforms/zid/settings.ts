export type ZidSettings = {
  /** https://api.zid.sa */
  apiUrl: string;
  /** https://oauth.zid.sa */
  oauthUrl: string;
  clientId: string;
  clientSecret: string;
  /** How long one call may take; 30 s unless said. */
  timeoutMs?: number;
};
