/** Reads pictures from the web, such as those of a store's products. */
export interface PictureSource {
  /**
   * The bytes at a public address; redirects are followed. Throws AdapterFault: `rejected` (not a public address),
   * `later` (no answer, or none with a picture).
   */
  readPicture(address: string): Promise<Buffer>;
}
