const mebibyte = 1_048_576;
const gibibyte = 1_024 * mebibyte;

/** "5 MB", "1 GB": sizes as limits are counted, 1 MB being 1,048,576 bytes. */
export function sizeText(bytes: number, decimals = 0): string {
  return bytes < gibibyte
    ? `${(bytes / mebibyte).toFixed(decimals)} MB`
    : `${(bytes / gibibyte).toFixed(decimals)} GB`;
}
