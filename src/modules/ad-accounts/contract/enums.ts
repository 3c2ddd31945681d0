export const linkStatuses = ["linked", "lost", "unlinked"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** Why an account was lost: access was revoked, or the person no longer has the account. */
export const lostReasons = ["access_revoked", "account_not_accessible"] as const;
export type LostReason = (typeof lostReasons)[number];

/** What keeps a linked account from showing ads though we still have access to it. */
export const accountIssues = ["disabled", "role_not_enough"] as const;
export type AccountIssue = (typeof accountIssues)[number];

/** Days before access expires in which the merchant is asked to link again. */
export const accessWarningDays = 10;

/** Why an accessible account cannot be linked; each has a message that says what to do. */
export const accountProblems = [
  "no_funding",
  "currency_not_supported",
  "account_disabled",
  "role_not_enough",
  "linked_elsewhere",
  "linked_already",
] as const;
export type AccountProblem = (typeof accountProblems)[number];

/** Pages a merchant may return to after the consent page. Nothing else is ever redirected to. */
export const returnPaths = [
  "/link-ad-accounts/connect-platform",
  "/first-campaign/connect-platform",
] as const;
export type ReturnPath = (typeof returnPaths)[number];

/** How the authorization ended; the page it started from reads it in the URL as `ad_result`. */
export const authorizationResults = [
  /** `connection` in the URL names the connection whose accounts may now be chosen. */
  "choose",
  "relinked",
  /** Somebody allowed it, but not the person who has the account that was to be reconnected. */
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
