import { Button, Drawer, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type SortKey, sortKeys } from "../../contract/enums.ts";
import { Choices, type FilterProps } from "./filter-choices.tsx";
import classes from "./list-filters.module.css";

/** On a phone: all choices, and the order, from the screen's lower edge. */
export function FilterSheet({
  opened,
  onClose,
  ...props
}: FilterProps & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("campaigns_list");
  return (
    <Drawer opened={opened} onClose={onClose} position="bottom" title={<strong>{t("filters.title")}</strong>}>
      <div className={classes.sheet}>
        <SortChoice {...props} />
        <Choices {...props} />
        <Button variant="default" onClick={props.onClear}>
          {t("empty.clear")}
        </Button>
        <Button color="palm" onClick={onClose}>
          {t("filters.show")}
        </Button>
      </div>
    </Drawer>
  );
}

const orders = ["desc", "asc"] as const;

/** A table is sorted by its heads; cards by this. */
function SortChoice({ state, onChange }: FilterProps) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const label = (key: SortKey) =>
    key === "created"
      ? t("filters.newest")
      : t(key === "start" ? "campaigns:columns.start" : `campaigns:columns.${key}`);
  return (
    <>
      <Select
        label={t("filters.sort")}
        allowDeselect={false}
        value={state.sort}
        data={sortKeys.map((key) => ({ value: key, label: label(key) }))}
        onChange={(key) => onChange({ sort: sortKeys.find((one): one is SortKey => one === key) })}
      />
      <Select
        label={t("filters.order")}
        allowDeselect={false}
        value={state.order}
        data={orders.map((order) => ({ value: order, label: t(`filters.orders.${order}`) }))}
        onChange={(order) => onChange({ order: orders.find((one) => one === order) })}
      />
    </>
  );
}
