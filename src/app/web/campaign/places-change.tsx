import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import type { ChangedPlaces } from "#modules/campaigns/contract/changes.calls.ts";

const kinds = ["added", "removed", "resized"] as const satisfies (keyof ChangedPlaces)[];

/** The places that came, went, or got another radius, some by name: "added Riyadh, Jeddah and 4 more". */
export function PlacesChange({ places }: { places: ChangedPlaces }) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const shown = kinds.filter((kind) => places[kind].names.length > 0);
  return shown.map((kind, index) => {
    const { names, more } = places[kind];
    return (
      <Fragment key={kind}>
        {index > 0 ? " · " : ""}
        {t(`campaign:places.${kind}`)} <UserText>{names.join(t("campaigns:list_comma"))}</UserText>
        {more > 0 ? ` ${t("campaign:places.more", { count: more })}` : ""}
      </Fragment>
    );
  });
}
