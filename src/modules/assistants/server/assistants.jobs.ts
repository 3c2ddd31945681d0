import { z } from "zod";
import { systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { finishAnswer, listUnfinished, lockAnswer } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { giveBack } from "./begin-answer.ts";

/** An answer takes seconds; after so long its process has ended. */
const lostAfterMs = 600_000;
const batchSize = 200;

const giveBackJob = defineJob({
  name: "assistants-give-back-words",
  input: z.object({}),
  retries: 0,
  schedule: "*/5 * * * *",
});

type Deps = Pick<AssistantsDeps, "billing" | "systemClock" | "log"> & { db: Db };

export const assistantsJobs = (deps: Deps): JobHandler[] => [
  handleJob(giveBackJob, () => giveBackLost(deps)),
];

/**
 * The words of answers whose process ended go back. The oldest of all merchants first, each in a transaction of its own, so
 * that one that fails holds up nobody.
 */
export async function giveBackLost({ db, billing, systemClock, log }: Deps): Promise<void> {
  const now = systemClock.now();
  const before = new Date(now.getTime() - lostAfterMs);
  for (const { merchant_id, id } of await listUnfinished(db, { before, limit: batchSize })) {
    try {
      await db.transaction(async (tx) => {
        const ctx = systemTxContext(tx, merchant_id, now);
        const answer = await lockAnswer(ctx, id);
        if (answer?.status !== "writing") return;
        await giveBack({ billing }, ctx, answer);
        const nothing = { input_tokens: 0, output_tokens: 0, cost_micro_sar: 0, words: 0 };
        const { engine, attempt } = answer;
        await finishAnswer(ctx, { id, attempt, engine, status: "failed", ...nothing });
      });
    } catch (error) {
      log.error({ err: error, answer_id: id }, "the words of a lost answer could not be given back");
    }
  }
}
