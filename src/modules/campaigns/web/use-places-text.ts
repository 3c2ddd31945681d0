import { useTranslation } from "react-i18next";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { kilometres } from "../contract/check-ad-group.ts";
import type { Location } from "../contract/shapes.ts";
import { formatPlace } from "./form/places.ts";

/** Where an ad group's ads are shown, as one line: "Riyadh, Jeddah, except Al-Olaya, Riyadh". */
export function usePlacesText() {
  const { t } = useTranslation("campaigns");
  const language = useLanguage();
  return (locations: readonly Location[], { hasRadius = false } = {}): string => {
    const toText = (place: Location) => {
      const name = formatPlace(place, language, t("places.point"));
      return hasRadius ? `${name} (${kilometres(place.radius_metres)} ${t("places.km")})` : name;
    };
    const list = (isExcluded: boolean) =>
      locations
        .filter(({ excluded }) => excluded === isExcluded)
        .map(toText)
        .join(t("list_comma"));
    const where = list(false) || t("places.whole_kingdom");
    const except = list(true);
    return except === "" ? where : t("places.where_except", { where, except });
  };
}
