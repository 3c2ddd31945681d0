import { randomFillSync } from "node:crypto";

const poolSize = 4_096;
const pool = Buffer.alloc(poolSize);
let used = poolSize;

/**
 * Random bytes (at most 4,096) of the cryptographic generator, each given out once. They are drawn many at a time: a call of
 * the generator costs the redirect more than all else that it does with them.
 */
export function drawRandomBytes(count: number): Buffer {
  if (used + count > poolSize) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return Buffer.from(pool.subarray(used - count, used));
}
