import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import { currentLanguage } from "#base/web/runtime/preferences.ts";
import type { CataloguePackage } from "../../contract/catalogue-packages.calls.ts";
import classes from "./catalogue.module.css";
import { usePackages, useQuickChange } from "./catalogue.queries.ts";
import { call } from "./catalogue-calls.ts";
import { exchange, ItemRow } from "./item-row.tsx";
import { PackageForm } from "./package-form.tsx";

/** Which form is open: an item's, of a new one, or none. */
const newItem = "";

/** All packages in the order in which merchants see them. */
export function PackagesTab() {
  const { t } = useTranslation("billing_catalogue");
  const packages = usePackages();
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Banner title={t("packages.who_has_it")}>{t("packages.who_has_it_words")}</Banner>
      <QueryBoundary query={packages} fallback={<SkeletonRows count={3} />}>
        {({ items }) => (
          <ul className={classes.rows} aria-label={t("tabs.packages")}>
            {items.map((item, index) => (
              <PackageRow
                key={item.id}
                packages={items}
                index={index}
                form={open === item.id ? <PackageForm item={item} onClose={close} /> : null}
                onEdit={() => setOpen(open === item.id ? null : item.id)}
              />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {open === newItem ? (
        <PackageForm item={null} onClose={close} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(newItem)}>
            {t("packages.new")}
          </Button>
        </div>
      )}
    </>
  );
}

type RowProps = {
  packages: readonly CataloguePackage[];
  index: number;
  form: React.ReactNode;
  onEdit: () => void;
};

function PackageRow({ packages, index, form, onEdit }: RowProps) {
  const { t } = useTranslation("billing_catalogue");
  const change = useQuickChange(({ id, ...body }: CataloguePackage) =>
    call("PUT Staff/Billing/packages/{id}", { params: { id }, body }),
  );
  const reorder = useQuickChange((items: readonly CataloguePackage[]) =>
    call("POST Staff/Billing/packages/reorder", {
      body: { items: items.map(({ id, revision }) => ({ id, revision })) },
    }),
  );
  const item = packages[index];
  if (!item) return null;
  const moveTo = (to: number) => {
    const moved = exchange(packages, index, to);
    return moved && (() => reorder.mutate(moved));
  };
  return (
    <ItemRow
      name={currentLanguage() === "ar" ? item.title_ar : item.title_en}
      isOn={item.is_active}
      onSwitch={(is_active) => change.mutate({ ...item, is_active })}
      isBusy={change.isPending || reorder.isPending}
      move={{ up: moveTo(index - 1), down: moveTo(index + 1) }}
      form={form}
      onEdit={onEdit}
    >
      {t(`service.${item.service}`)} · <Figure value={item.units} /> ·{" "}
      <Money halalas={item.price_halalas} whole /> ·{" "}
      {item.valid_days === null ? t("packages.no_end") : t("packages.days", { count: item.valid_days })}
    </ItemRow>
  );
}
