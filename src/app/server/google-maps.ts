/** What a page's policy allows besides our own, by directive. */
export type PolicySources = Readonly<Record<string, readonly string[]>>;

/**
 * What Google Maps needs: the origins of Google's guide to its content security policy, without `unsafe-eval`, which
 * would open every page (that its maps run without it is unconfirmed; where they do not, the bundled map is shown).
 */
export const googleMapsSources: PolicySources = {
  "script-src": ["https://maps.googleapis.com", "https://maps.gstatic.com"],
  "style-src": ["https://fonts.googleapis.com"],
  "font-src": ["https://fonts.gstatic.com"],
  "connect-src": ["https://maps.googleapis.com", "https://maps.gstatic.com"],
  "worker-src": ["blob:"],
};
