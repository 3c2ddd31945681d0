import type { ReadContext } from "#base/server/context.ts";
import type { StatementLine } from "../../contract/statement.calls.ts";
import { loadActedBy } from "../load-acted-by.ts";
import type { WalletDeps } from "../wallet.deps.ts";
import type { UnnamedLine } from "./list-lines.ts";

export type NameDeps = { merchants: Pick<WalletDeps["merchants"], "nameActors"> };

/** A campaign's spend is the product's; everything else somebody began. */
const hasActor = ({ kind }: UnnamedLine): boolean => kind !== "ad_spend" && kind !== "ad_spend_correction";

/** The lines with who began what they refer to. */
export const nameLines =
  (deps: NameDeps) =>
  async (ctx: ReadContext, lines: readonly UnnamedLine[]): Promise<StatementLine[]> => {
    const references = lines.filter(hasActor).flatMap(({ reference }) => reference ?? []);
    const actors = await loadActedBy(deps)(ctx, references);
    return lines.map((line) => ({
      ...line,
      by: (hasActor(line) && actors.get(line.reference ?? "")) || null,
    }));
  };
