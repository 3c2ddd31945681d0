let numbers = 0;

/**
 * A mobile number nobody used before: derived from the time, so that a product that keeps its data between runs does
 * not know it.
 */
export function freshMobile(): string {
  numbers += 1;
  const spread = (Date.now() / 10 + process.pid * 7_919 + numbers) % 10_000_000;
  const mobile = `053${String(Math.floor(spread)).padStart(7, "0")}`;
  // The sandbox treats such numbers as phones that are switched off.
  return mobile.endsWith("404") ? freshMobile() : mobile;
}
