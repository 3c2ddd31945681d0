export const linkStatuses = ["linked", "lost", "unlinked"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** Why a connection was lost: the permission ended, or the person no longer has the account. */
export const lostReasons = ["access_revoked", "account_not_accessible"] as const;
export type LostReason = (typeof lostReasons)[number];

/** What keeps a linked account from showing ads though we may still act on it. */
export const accountIssues = ["disabled", "role_not_enough"] as const;
export type AccountIssue = (typeof accountIssues)[number];

/** Days before a permission ends in which the merchant is asked to link again. */
export const accessWarningDays = 10;

/** Why an offered account cannot be linked; each has a message that says what to do. */
export const accountProblems = [
  "no_funding",
  "currency_not_supported",
  "account_disabled",
  "role_not_enough",
  "linked_elsewhere",
  "linked_already",
] as const;
export type AccountProblem = (typeof accountProblems)[number];

/** Pages a merchant may be brought back to after the consent page. Nothing else is ever redirected to. */
export const returnPaths = [
  "/link-ad-accounts/connect-platform",
  "/first-campaign",
  "/first-campaign/connect-store",
  "/first-campaign/connect-platform",
  "/first-campaign/ai-form",
  "/first-campaign/create-payement-flow",
  "/first-campaign/payement",
  "/account-completed-flow",
  "/create-ad-flow",
] as const;
export type ReturnPath = (typeof returnPaths)[number];

/** How the walk through the consent page ended; the page it came from reads it in the address as `ad_result`. */
export const authorizationResults = [
  /** `connection` in the address names what may now be chosen from. */
  "choose",
  "relinked",
  /** Somebody allowed it, but not the person who has the account that was to be mended. */
  "other_account",
  "denied",
  "scopes_missing",
  "consent_not_valid",
  "platform_not_answering",
  "consent_unknown",
  "consent_elsewhere",
  "consent_expired",
  "consent_used",
] as const;
export type AuthorizationResult = (typeof authorizationResults)[number];
