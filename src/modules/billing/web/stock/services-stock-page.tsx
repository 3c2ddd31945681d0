import { Button } from "@mantine/core";
import { IconShoppingBag } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import type { ServiceStock } from "../billing-calls.ts";
import { PackagesForSale } from "./packages-for-sale.tsx";
import { ServiceCard } from "./service-card.tsx";
import classes from "./stock.module.css";
import { stockQuery } from "./stock.queries.ts";
import { UsagesCard } from "./usages-card.tsx";

const packagesId = "packages";

/** What can be used of each service, packages to buy, and what used the stock up. */
export function ServicesStockPage() {
  const { t } = useTranslation("billing_stock");
  const query = useQuery(stockQuery);
  return (
    <div className={classes.page}>
      <PageHeader title={t("title")} lead={t("lead")} actions={<ToPackages />} />
      <QueryBoundary query={query} fallback={<SkeletonCards count={4} />}>
        {({ items }) => <Balances items={items} />}
      </QueryBoundary>
      <section id={packagesId} aria-label={t("packages")}>
        <Card title={t("packages")}>
          <PackagesForSale />
        </Card>
      </section>
      <UsagesCard />
    </div>
  );
}

function Balances({ items }: { items: readonly ServiceStock[] }) {
  const { t } = useTranslation("billing_stock");
  const shown = items.filter(({ quota, lots, ended }) => quota !== null || lots.length > 0 || ended !== null);
  if (shown.length === 0)
    return (
      <Card>
        <EmptyState title={t("empty")} action={<ToPackages />}>
          {t("empty_words")}
        </EmptyState>
      </Card>
    );
  return (
    <div className={classes.services}>
      {shown.map((stock) => (
        <ServiceCard key={stock.service} stock={stock} />
      ))}
    </div>
  );
}

function ToPackages() {
  const { t } = useTranslation("billing_stock");
  return (
    <Button
      component="a"
      href={`#${packagesId}`}
      color="clay"
      leftSection={<IconShoppingBag size={18} aria-hidden />}
    >
      {t("buy_package")}
    </Button>
  );
}
