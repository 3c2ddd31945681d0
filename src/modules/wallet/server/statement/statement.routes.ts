import type { Handlers } from "#base/server/http/handlers.ts";
import type { statementCalls } from "../../contract/statement.calls.ts";
import type { WalletDeps } from "../wallet.deps.ts";
import { exportStatement } from "./export-statement.ts";
import { listEntries } from "./list-entries.ts";
import { listLines, sumLines } from "./list-lines.ts";
import { listMonths } from "./list-months.ts";
import { nameLines } from "./name-lines.ts";
import { printMonth } from "./print-month.ts";
import { findReferences } from "./references.ts";

const referencesShown = 50;

/** The calls about the statement. */
export function statementHandlers(
  deps: Pick<WalletDeps, "messages" | "merchants" | "settings">,
): Handlers<typeof statementCalls> {
  const name = nameLines(deps);
  const exported = exportStatement(deps);
  const printed = printMonth(deps);
  return {
    "GET Clients/Wallet/statement": async ({ ctx, query, language }) => {
      const { items, next_cursor } = await listLines(ctx, { ...query, language });
      return { items: await name(ctx, items), next_cursor };
    },
    "GET Clients/Wallet/statement/sums": ({ ctx, query }) => sumLines(ctx, query),
    "GET Clients/Wallet/statement/{line}/entries": ({ ctx, params, query }) =>
      listEntries(ctx, { ...params, ...query }),
    "GET Clients/Wallet/statement/references": async ({ ctx, query, language }) => ({
      items: (await findReferences(ctx, { ...query, language })).slice(0, referencesShown),
    }),
    "GET Clients/Wallet/statement/export": async ({ ctx, query: { format, ...filter }, language }) =>
      exported(ctx, { filter, format, language }),
    "GET Clients/Wallet/statement/months/{month}/pdf": ({ ctx, params, language }) =>
      printed(ctx, { ...params, language }),
    "GET Clients/Wallet/statement/months": async ({ ctx }) => ({
      ...(await listMonths(ctx)),
      ad_spend_invoicing: deps.settings.adSpendInvoicing,
    }),
  };
}
