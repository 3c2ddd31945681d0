import type { IsOver } from "#base/server/run-limit.ts";

type Due = { gateway: string };

type Sweep<Row extends Due> = {
  /** Rows that are due, at most `batchSize`, without those of these gateways. */
  list(without: string[]): Promise<Row[]>;
  /** Leaves the row due only when it answers `gateway_down`. */
  work(row: Row): Promise<"gateway_down" | (string & {})>;
  isOver: IsOver;
  atOnce: number;
};

export const batchSize = 40;

/**
 * Works on due rows until none is left or the time is up. A gateway that is down is down for all its rows: they stay due
 * for the next run, and those of the other gateways go on. False when the time was up.
 */
export async function sweepDue<Row extends Due>({
  list,
  work,
  isOver,
  atOnce,
}: Sweep<Row>): Promise<boolean> {
  const down = new Set<string>();
  const workOn = async (row: Row) => {
    if ((await work(row)) === "gateway_down") down.add(row.gateway);
  };
  for (;;) {
    const due = await list([...down]);
    for (
      let rest = due;
      rest.length > 0;
      rest = rest.slice(atOnce).filter(({ gateway }) => !down.has(gateway))
    ) {
      await Promise.all(rest.slice(0, atOnce).map(workOn));
      if (isOver()) return false;
    }
    if (due.length < batchSize) return true;
  }
}
