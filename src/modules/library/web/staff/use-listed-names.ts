import { useTranslation } from "react-i18next";
import type { ListedColumn } from "../../domain/read-import.ts";

const namespaces: Record<ListedColumn, string> = {
  type: "library:types",
  season: "seasons:names",
  style: "library:styles",
  platform: "campaigns:platform_names",
  sector: "library:sectors",
  hook: "campaigns:structure.hooks",
  proof: "campaigns:structure.proofs",
  offer: "campaigns:structure.offers",
  call_to_action: "campaigns:calls_to_action",
};

/** What a value of a row's list is called: `toName("hook", "question")`. */
export function useListedNames(): (column: ListedColumn, value: string) => string {
  const { t } = useTranslation(["library", "seasons", "campaigns"]);
  return (column, value) => t(`${namespaces[column]}.${value}`);
}
