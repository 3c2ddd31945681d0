import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError } from "#base/web/api-error.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import { send } from "./use-campaign-action.ts";
import { queryRoot } from "./use-campaigns.ts";

/** The result for one campaign: it runs again, or the reason why not, in the reader's language. */
export type Resumed = { isRunning: true } | { isRunning: false; why: string };

/**
 * Starts paused campaigns again one after another, each once however often the button is pressed. One that the wallet
 * cannot cover is refused on its own, and the rest goes on.
 */
export function useResumeAll() {
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly CampaignRow[]>([]);
  const [results, setResults] = useState<ReadonlyMap<string, Resumed>>(new Map());
  const [isBusy, setBusy] = useState(false);

  async function run(campaigns: readonly CampaignRow[]) {
    if (isBusy) return;
    setBusy(true);
    setRows(campaigns);
    setResults(new Map());
    for (const { id } of campaigns) {
      const result = await resume(id);
      setResults((before) => new Map(before).set(id, result));
    }
    await Promise.all(
      [queryRoot, "wallet", "reports"].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
    setBusy(false);
  }
  return { run, isBusy, rows, results };
}

async function resume(id: string): Promise<Resumed> {
  try {
    await send(id, "relaunch", true);
    return { isRunning: true };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { isRunning: false, why: error.message };
  }
}
