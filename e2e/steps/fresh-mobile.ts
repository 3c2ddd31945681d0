let numbers = 0;

/**
 * A mobile number nobody used before: derived from the time, so that a product that keeps its data between runs does
 * not know it.
 */
export function freshMobile(): string {
  numbers += 1;
  const spread = (Date.now() / 10 + process.pid * 7_919 + numbers) % 10_000_000;
  const mobile = `053${String(Math.floor(spread)).padStart(7, "0")}`;
  // The sandbox does not reach such numbers, or reports of them late, twice or never.
  return /(404|000\d)$/.test(mobile) ? freshMobile() : mobile;
}
