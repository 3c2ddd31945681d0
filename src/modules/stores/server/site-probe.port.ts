/** How a merchant's own site is looked at. Throws AdapterFault: `rejected` (not a public place), `later` (no answer). */
export interface SiteProbe {
  /** The page at an address, as text; redirects are followed as long as they stay at the same host. */
  readPage(address: string): Promise<string>;
  /** TXT records of a name, each in its pieces; none when the name has none. */
  readRecords(name: string): Promise<string[][]>;
}
