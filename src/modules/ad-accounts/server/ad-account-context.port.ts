/** The account all other calls act on, and the token for it. */
export type AdAccountContext = {
  accessToken: string;
  organizationId: string;
  adAccountId: string;
  profileId: string | null;
  pixelId: string | null;
  timeZone: string;
  /** ISO 4217: the currency of all amounts of the account. */
  currency: string;
  uploads: PendingUploads;
};

/**
 * Uploads to one account that its platform does not yet show under our reference, by the platform's own ids. They are
 * stored for a day and survive a restart, so a file whose processing takes long is looked up, not sent again.
 */
export interface PendingUploads {
  find(reference: string): Promise<string | null>;
  save(reference: string, name: string): Promise<void>;
  forget(reference: string): Promise<void>;
}
