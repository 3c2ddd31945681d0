export type SallaSettings = {
  /** https://api.salla.dev */
  apiUrl: string;
  /** https://accounts.salla.sa */
  accountsUrl: string;
  clientId: string;
  clientSecret: string;
  /** The secret webhooks are signed with, first the one we subscribe with; a second stays good while it is rotated. */
  webhookSecrets: readonly [string, ...string[]];
  /** How long one call may take; 30 s unless said. */
  timeoutMs?: number;
};
