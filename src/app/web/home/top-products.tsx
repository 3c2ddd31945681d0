import { IconPackage } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure, UserLine } from "#base/web/kit/text.tsx";
import { productSalesDays } from "#modules/stores/contract/enums.ts";
import { productsQuery } from "#modules/stores/web/stores.queries.ts";
import classes from "./home.module.css";
import { useHomeScope } from "./home-scope.ts";

const shown = 5;

/** What the stores sold most of in the last days, ads or not, with what of it came back. */
export function TopProducts() {
  const { t } = useTranslation("home");
  const [{ store_id }] = useHomeScope();
  const products = useInfiniteQuery(
    productsQuery({ search: "", storeId: store_id ?? null, sort: "sales", size: shown }),
  );
  return (
    <Card
      title={t("products.title")}
      aside={<span className={classes.before}>{t("products.days", { count: productSalesDays })}</span>}
    >
      <QueryBoundary query={products} fallback={<SkeletonRows count={3} />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          const sold = items.filter(({ sales }) => (sales?.units_sold ?? 0) > 0);
          if (sold.length === 0) return <p className={classes.none}>{t("products.none")}</p>;
          return (
            <ul className={classes.products}>
              {sold.map(({ id, name, image_url, sales }) => (
                <li key={id}>
                  {image_url ? (
                    <img
                      src={image_url}
                      alt=""
                      loading="lazy"
                      decoding="async"
                      referrerPolicy="no-referrer"
                    />
                  ) : (
                    <IconPackage size={28} stroke={1.4} aria-hidden />
                  )}
                  <span className={classes.product}>
                    <UserLine>{name}</UserLine>
                    <small>
                      {t("products.sold")} <Figure value={sales?.units_sold ?? 0} />
                      {(sales?.units_returned ?? 0) > 0 ? (
                        <>
                          {" · "}
                          {t("products.returned")} <Figure value={sales?.units_returned ?? 0} />
                        </>
                      ) : null}
                    </small>
                  </span>
                  <strong>
                    <Money halalas={sales?.sales_halalas ?? 0} whole />
                  </strong>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
    </Card>
  );
}
