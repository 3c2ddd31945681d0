/** Looks at the internet as a visitor of a link would. Throws AdapterFault. */
export interface LinkProbe {
  /**
   * The status of the page at an address and where its redirects ended, at most five of them. `rejected`: it leads to
   * an address that is not public; `later`: no answer came.
   */
  openPage(address: string): Promise<{ status: number; url: string }>;
  /** The names that a host's CNAME record gives, without a final dot; empty when there is none. `later`: no answer. */
  readCname(host: string): Promise<string[]>;
}
