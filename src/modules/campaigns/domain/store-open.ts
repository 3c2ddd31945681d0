/**
 * Whether a campaign's shoppers can buy now. A campaign that names no store leads to any of the merchant's, so it needs
 * one that is open.
 */
export function isStoreOpen(storeId: string | null, openStores: readonly { id: string }[]): boolean {
  return storeId === null ? openStores.length > 0 : openStores.some(({ id }) => id === storeId);
}
