import { ActionIcon, Button, Switch } from "@mantine/core";
import { IconMapPin, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NumberField, TextField } from "#base/web/forms/fields.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { kilometres } from "../../contract/check-ad-group.ts";
import { nameMax } from "../../contract/enums.ts";
import type { Location } from "../../contract/shapes.ts";
import classes from "./form.module.css";
import { clampRadius, formatPlace, type Radius, toPointNames } from "./places.ts";

type Props = {
  place: Location;
  radius: Radius;
  canExclude: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onChange: (patch: Partial<Location>) => void;
  onRemove: () => void;
};

/** A chosen place: its name (a point's own), whether ads are shown there or kept away, and its radius. */
export function PlaceRow({ place, radius, canExclude, isSelected, onSelect, onChange, onRemove }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const language = useLanguage();
  const name = formatPlace(place, language, t("campaigns:places.point"));
  const nearest = clampRadius(place.radius_metres, radius);
  return (
    <li className={classes.place} data-selected={isSelected || undefined}>
      <PlaceName place={place} isSelected={isSelected} onSelect={onSelect} onChange={onChange} />
      <NumberField
        aria-label={t("radius_of", { place: name })}
        decimals={2}
        rightSection={<span className={classes.soft}>{t("campaigns:places.km")}</span>}
        value={Number(kilometres(place.radius_metres))}
        onFocus={onSelect}
        onChange={(km) => onChange({ radius_metres: Math.max(1, Math.round((km ?? 0) * 1_000)) })}
      />
      <ActionIcon
        variant="subtle"
        size="xl"
        color="bad"
        aria-label={t("drop_place", { place: name })}
        onClick={onRemove}
      >
        <IconTrash size={19} aria-hidden />
      </ActionIcon>
      {canExclude || place.excluded ? (
        <Switch
          className={classes.placeWide}
          label={t("exclude_place")}
          aria-label={t("exclude_place_of", { place: name })}
          checked={place.excluded}
          onChange={(event) => onChange({ excluded: event.currentTarget.checked })}
        />
      ) : null}
      {nearest === place.radius_metres ? null : (
        <Button
          className={classes.placeWide}
          variant="light"
          onClick={() => onChange({ radius_metres: nearest })}
        >
          {t("use_radius", { km: kilometres(nearest) })}
        </Button>
      )}
    </li>
  );
}

/** A point's name is the merchant's own; a city or district has one. */
function PlaceName({
  place,
  isSelected,
  onSelect,
  onChange,
}: Pick<Props, "place" | "isSelected" | "onSelect" | "onChange">) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const language = useLanguage();
  if (place.city === null)
    return (
      <TextField
        aria-label={t("point_name")}
        placeholder={t("campaigns:places.point")}
        maxLength={nameMax}
        value={place.names?.[language] ?? ""}
        onFocus={onSelect}
        onChange={(text) => onChange({ names: toPointNames(text) })}
      />
    );
  return (
    <Button
      variant="subtle"
      justify="start"
      leftSection={<IconMapPin size={18} aria-hidden />}
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      <UserText>{formatPlace(place, language, t("campaigns:places.point"))}</UserText>
    </Button>
  );
}
