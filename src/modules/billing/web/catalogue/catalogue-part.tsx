import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import classes from "./catalogue.module.css";
import { CouponsTab } from "./coupons-tab.tsx";
import { PackagesTab } from "./packages-tab.tsx";
import { PlansTab } from "./plans-tab.tsx";

const tabs = { plans: PlansTab, packages: PackagesTab, coupons: CouponsTab } satisfies Record<
  string,
  ComponentType
>;
type Tab = keyof typeof tabs;
const names = Object.keys(tabs) as Tab[];

/** What is sold: plans, packages and coupons. */
export function CataloguePart() {
  const { t } = useTranslation("billing_catalogue");
  const [tab, setTab] = useState<Tab>("plans");
  const { [tab]: Content } = tabs;
  return (
    <Card title={t("title")}>
      <div className={classes.part}>
        <SegmentedControl
          className={classes.tabs ?? ""}
          aria-label={t("title")}
          data={names.map((value) => ({ value, label: t(`tabs.${value}`) }))}
          value={tab}
          onChange={(value) => setTab(value as Tab)}
        />
        <Content />
      </div>
    </Card>
  );
}
