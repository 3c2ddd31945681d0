import { useTranslation } from "react-i18next";
import type { Choice } from "./library-address.ts";

const namespaces: Record<Choice, string> = {
  season: "seasons:names",
  style: "library:styles",
  type: "library:types",
  platform: "campaigns:platform_names",
  sector: "library:sectors",
};

/** What a value of a list is called: `toName("season", "ramadan")`. */
export function useValueNames(): (choice: Choice, value: string) => string {
  const { t } = useTranslation(["library", "seasons", "campaigns"]);
  return (choice, value) => t(`${namespaces[choice]}.${value}`);
}
