/** What a consent page is opened with. The challenge is S256 (RFC 7636), sent where the vendor supports PKCE. */
export type ConsentRequest = { state: string; redirectUri: string; codeChallenge: string };

export type ConsentPage = {
  url: string;
  /** The state that the callback will carry: ours, or the vendor's own (X's request token). */
  state: string;
  /** What the exchange needs later; null where there is nothing. */
  secret: string | null;
};
