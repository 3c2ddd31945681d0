import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { stockServices } from "../../contract/stock.enums.ts";
import type { PackageForSale } from "../billing-calls.ts";
import classes from "./stock.module.css";
import { usePackages } from "./stock.queries.ts";

/** Packages under their services; each is bought at the checkout. */
export function PackagesForSale() {
  const { t } = useTranslation("billing_stock");
  const query = usePackages();
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {(packages) =>
        packages.length === 0 ? (
          <EmptyState title={t("no_packages")}>{t("no_packages_words")}</EmptyState>
        ) : (
          <div className={classes.groups}>
            {stockServices.map((service) => (
              <PackagesOfService
                key={service}
                service={service}
                packages={packages.filter((each) => each.service === service)}
              />
            ))}
          </div>
        )
      }
    </QueryBoundary>
  );
}

type GroupProps = { service: PackageForSale["service"]; packages: readonly PackageForSale[] };

function PackagesOfService({ service, packages }: GroupProps) {
  const { t } = useTranslation("billing_stock");
  if (packages.length === 0) return null;
  return (
    <section aria-labelledby={`packages-${service}`}>
      <h3 id={`packages-${service}`} className={classes.groupName}>
        {t(`service.${service}`)}
      </h3>
      <ul className={classes.packages}>
        {packages.map((item) => (
          <Package key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Package({ item }: { item: PackageForSale }) {
  const { t } = useTranslation("billing_stock");
  return (
    <li className={classes.package}>
      <div>
        <h4 id={`package-${item.id}`}>
          <UserText>{item.title}</UserText>
        </h4>
        <p className={classes.quiet}>
          <UserText>{item.description}</UserText>
        </p>
      </div>
      <p className={classes.quiet}>
        {item.valid_days === null ? t("no_end") : t("valid_days", { count: item.valid_days })}
      </p>
      <div className={classes.buy}>
        <strong>
          <Money halalas={item.price_halalas} whole />
        </strong>
        <LinkButton
          to="/checkout"
          search={{ packages: item.id }}
          variant="default"
          aria-describedby={`package-${item.id}`}
        >
          {t("buy")}
        </LinkButton>
      </div>
    </li>
  );
}
