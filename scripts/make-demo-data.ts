import { writeMonth } from "./demo-month.ts";
import { makeDemoWorld } from "./demo-world.ts";

/**
 * Writes the demo store's month, `db/demo/month.jsonl.br`: a merchant's month is lived through against the sandbox
 * (about ten minutes), and what the product kept of it is written as rows. Run it again when screens show more than the
 * month has.
 */

const world = await makeDemoWorld();
try {
  await writeMonth(world);
} finally {
  await world.dispose();
}
