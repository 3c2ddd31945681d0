import { Select, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import { formatMonth } from "#base/web/runtime/dates.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { SectorState } from "../contract/ads-library.calls.ts";
import { type Sector, sectors } from "../contract/library-enums.ts";
import classes from "./library.module.css";
import { libraryKeys, sectorQuery } from "./library.queries.ts";
import { call } from "./library-calls.ts";
import { useValueNames } from "./use-value-names.ts";

/** The merchant's sector, whether they share their figures without their name, and the sector's medians beside their own. */
export function SectorCard() {
  const { t } = useTranslation("library");
  const sector = useQuery(sectorQuery);
  return (
    <Card title={t("sector.title")}>
      <div className={classes.sector}>
        <p className={classes.words}>{t("sector.words")}</p>
        <QueryBoundary query={sector} fallback={<SkeletonRows count={2} />}>
          {(state) => (
            <>
              <Choices state={state} />
              {state.shared_since ? <Medians medians={state.medians} /> : null}
            </>
          )}
        </QueryBoundary>
        <details className={classes.how}>
          <summary>{t("sector.how")}</summary>
          <p>{t("sector.how_words")}</p>
        </details>
      </div>
    </Card>
  );
}

function Choices({ state }: { state: SectorState }) {
  const { t } = useTranslation("library");
  const toName = useValueNames();
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: (body: { sector: Sector; is_shared: boolean }) =>
      call("PUT Clients/AdsLibrary/sector", { body }),
    async onSuccess(next) {
      client.setQueryData(libraryKeys.sector, next);
      notify(t("sector.saved"), "success");
      await client.invalidateQueries({ queryKey: libraryKeys.items });
    },
  });
  const { sector, shared_since } = state;
  const isShared = shared_since !== null;
  const mayChange = holdsAbility("library", "manage") && !choose.isPending;
  return (
    <div className={classes.sectorChoice}>
      <Select
        label={t("sector.choose")}
        allowDeselect={false}
        searchable
        disabled={!mayChange}
        data={sectors.map((value) => ({ value, label: toName("sector", value) }))}
        value={sector}
        onChange={(value) => {
          const next = sectors.find((one) => one === value);
          if (next) choose.mutate({ sector: next, is_shared: isShared });
        }}
      />
      <Switch
        label={t(isShared ? "sector.shared" : "sector.share")}
        checked={isShared}
        disabled={!mayChange || sector === null}
        onChange={(event) => {
          if (sector) choose.mutate({ sector, is_shared: event.currentTarget.checked });
        }}
      />
    </div>
  );
}

function Medians({ medians }: { medians: SectorState["medians"] }) {
  const { t } = useTranslation("library");
  const language = useLanguage();
  if (!medians) return <p className={classes.small}>{t("sector.none")}</p>;
  const { month, stores_at_least, roas_delivered, cost_per_delivered_halalas, own } = medians;
  const name = t("sector.month", {
    month: formatMonth(new Date(`${month}T12:00:00+03:00`), language),
    count: stores_at_least,
  });
  return (
    <table className={classes.medians}>
      <caption>{name}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("sector.median")}</th>
          <th scope="col">{t("sector.own")}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t("sector.roas")}</th>
          <td>
            <Figure value={roas_delivered} decimals={1} after="×" />
          </td>
          <td>{own ? <Figure value={own.roas_delivered} decimals={1} after="×" /> : "—"}</td>
        </tr>
        <tr>
          <th scope="row">{t("sector.cost")}</th>
          <td>
            <Money halalas={cost_per_delivered_halalas} whole />
          </td>
          <td>{own ? <Money halalas={own.cost_per_delivered_halalas} whole /> : "—"}</td>
        </tr>
      </tbody>
      {own ? null : (
        <tfoot>
          <tr>
            <td colSpan={3}>{t("sector.own_none")}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
