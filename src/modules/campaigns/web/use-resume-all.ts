import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError } from "#base/web/data/api-error.ts";
import { walletKeys } from "#modules/wallet/web/wallet.queries.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { send } from "./use-campaign-action.ts";

/** The result for one campaign: it runs again, or the reason why not, in the reader's language. */
export type Resumed = { isRunning: true } | { isRunning: false; why: string };

/**
 * Starts paused campaigns again one after another, each once however often the button is pressed. One that the wallet
 * cannot cover is refused on its own, and the rest goes on. `alsoRefresh`: what else of the caller's screen depends on
 * running campaigns.
 */
export function useResumeAll(alsoRefresh: QueryKey) {
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
    const outdated = [campaignsKeys.all, walletKeys.all, alsoRefresh];
    await Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
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
