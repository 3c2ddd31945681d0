/** Reads a merchant's own site. Throws AdapterFault: `rejected` (not a public address), `later` (no answer). */
export interface SiteProbe {
  /** The page at an address, as text; redirects are followed only within the same host. */
  readPage(address: string): Promise<string>;
  /** TXT records of a name, each as its parts; empty when the name has none. */
  readRecords(name: string): Promise<string[][]>;
}
