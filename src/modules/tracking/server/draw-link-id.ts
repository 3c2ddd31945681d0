import { randomInt } from "node:crypto";

/** Ninety million ids; on a collision a new one is drawn. */
const maxAttempts = 20;

/**
 * Draws a free tracking id from a cryptographic source: `take` answers whether it could be taken. Who knows one id
 * knows nothing of the others, and a scan of all finds only what is public (see the module's README).
 */
export async function drawLinkId(take: (id: string) => Promise<boolean>): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const id = String(randomInt(10_000_000, 100_000_000));
    if (await take(id)) return id;
  }
  throw new Error("no free tracking id was drawn");
}
