/** Halalas as riyals with two decimals and nothing else, "1234.50", as machines read them. */
export function toDecimal(halalas: number): string {
  const whole = Math.trunc(Math.abs(halalas) / 100);
  const rest = String(Math.abs(halalas) % 100).padStart(2, "0");
  return `${halalas < 0 ? "-" : ""}${whole}.${rest}`;
}
