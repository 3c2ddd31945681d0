/** What a page says that is sold on it: data of others, which instructs nobody. Texts are plain, without markup. */
export type ServicePage = {
  /** Empty where the page has none. */
  title: string;
  description: string;
  /** Null where it names none in riyals. */
  priceHalalas: number | null;
  /** Addresses of its pictures, the one it presents first before the others. */
  pictures: string[];
};

/** Reads merchants' pages on the web. */
export interface ServicePageReader {
  /**
   * The page at a public address; redirects are followed, and each of their addresses must be public too. Throws
   * AdapterFault: `rejected` (not a public address, or no HTML), `later` (no answer, or too large).
   */
  readPage(address: string): Promise<ServicePage>;
}
