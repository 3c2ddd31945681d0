import { Readable } from "node:stream";
import type { ReadContext } from "#base/server/context.ts";
import type { FileContent, Handlers } from "#base/server/http/handlers.ts";
import { toChunks } from "#base/server/spreadsheets/chunks.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import type { ledgerCalls } from "../contract/ledger.calls.ts";
import { type LedgerChainDeps, loadLedgerChain } from "./load-ledger-chain.ts";
import { type ProofDeps, writeProof } from "./proof-file.ts";

export type LedgerDeps = LedgerChainDeps &
  ProofDeps & {
    figures: Pick<FiguresFacade, "loadAnswerBody">;
    findLedgerMonth: WalletFacade["findLedgerMonth"];
  };

/** The calls that prove where money came from. */
export function ledgerHandlers(deps: LedgerDeps): Handlers<typeof ledgerCalls> {
  const chain = loadLedgerChain(deps);
  return {
    "GET Clients/Reports/ledger-chain/{number}": ({ ctx, params, language }) =>
      chain(ctx, { ...params, language }),
    "GET Clients/Reports/platform-answers/{sha256}": ({ ctx, params }) => openAnswer(deps, ctx, params),
    "GET Clients/Reports/proof/{month}": ({ ctx, params }) => openProof(deps, ctx, params),
  };
}

async function openAnswer(
  deps: LedgerDeps,
  ctx: ReadContext,
  input: { sha256: string },
): Promise<FileContent> {
  const body = (await deps.figures.loadAnswerBody(ctx, input)) ?? baseRefusals.refuse("base.not_found");
  return {
    mime: "application/json",
    fileName: `${input.sha256}.json`,
    bytes: body.length,
    open: async () => Readable.from([body]),
  };
}

async function openProof(
  deps: LedgerDeps,
  ctx: ReadContext,
  { month }: { month: string },
): Promise<FileContent> {
  const found = (await deps.findLedgerMonth(ctx, month)) ?? baseRefusals.refuse("base.not_found");
  return {
    mime: "application/x-ndjson",
    fileName: `rawaj-proof-${month}.ndjson`,
    bytes: null,
    open: async () => Readable.from(toChunks(writeProof(deps, ctx, found))),
  };
}
