import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { useOpenDraft } from "#modules/campaigns/web/drafts.parts.tsx";
import classes from "./ai-campaign.module.css";
import type { PlannedCampaign } from "./planner-calls.ts";

/** What became of a description: how it was understood, what the draft holds, and what only the merchant can add. */
export function PlannedDraft({ planned }: { planned: PlannedCampaign | null }) {
  const { t } = useTranslation("assistants");
  const card = useRef<HTMLDivElement>(null);
  // On a phone the draft stands below what was asked.
  useEffect(() => {
    if (planned) card.current?.scrollIntoView?.({ block: "nearest" });
  }, [planned]);
  return (
    <div className={classes.draft} aria-live="polite" ref={card}>
      {planned ? (
        <Draft planned={planned} />
      ) : (
        <Card tone="sand">
          <EmptyState title={t("planner.empty")}>{t("planner.empty_words")}</EmptyState>
        </Card>
      )}
    </div>
  );
}

function Draft({ planned }: { planned: PlannedCampaign }) {
  const { t } = useTranslation(["assistants", "ad_accounts"]);
  const language = useLanguage();
  const open = useOpenDraft();
  const { understood, ads, words, mended, left } = planned;
  const platforms = [...new Set(left.flatMap(({ platform }) => platform ?? []))].map((platform) =>
    t(`ad_accounts:platforms.${platform}`),
  );
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const arePictures = left.every(({ field }) => field.endsWith("media_id"));
  return (
    <Card
      title={t("planner.ready")}
      aside={<span>{t("engine.written_by", { engine: t("engine.built_in") })}</span>}
    >
      <dl className={classes.facts}>
        <Fact name={t("planner.audience")} isSaid={understood.gender !== "all"}>
          {t(`planner.genders.${understood.gender}`)}
        </Fact>
        <Fact name={t("planner.places")} isSaid={understood.cities.length > 0}>
          {understood.cities.length > 0
            ? list.format(understood.cities.map((city) => city[language]))
            : t("planner.kingdom")}
        </Fact>
        <Fact name={t("planner.budget")} isSaid={understood.daily_budget_halalas !== null}>
          {understood.daily_budget_halalas === null ? (
            t("planner.budget_least")
          ) : (
            <Money halalas={understood.daily_budget_halalas} />
          )}
        </Fact>
        <Fact name={t("planner.length")} isSaid={understood.days !== null}>
          {understood.days === null ? t("planner.no_end") : t("planner.days", { count: understood.days })}
        </Fact>
        <Fact name={t("planner.ads")}>
          {t("planner.ads_count", { count: ads })} · {t("words", { count: words })}
        </Fact>
      </dl>
      <div className={classes.rest}>
        {mended > 0 ? <p className={classes.quiet}>{t("planner.mended", { count: mended })}</p> : null}
        {left.length > 0 ? (
          <Banner tone="waiting" title={t("planner.left")}>
            {t(arePictures ? "planner.left_pictures" : "planner.left_fields", {
              platforms: list.format(platforms),
            })}
          </Banner>
        ) : null}
        <Button color="clay" size="md" loading={open.isPending} onClick={() => open.mutate(planned.draft_id)}>
          {t("planner.open")}
        </Button>
        <p className={classes.quiet}>{t("planner.kept")}</p>
      </div>
    </Card>
  );
}

type FactProps = { name: string; isSaid?: boolean; children: ReactNode };

/** `isSaid`: it stands in the description; otherwise it is a default that the form can change. */
function Fact({ name, isSaid = true, children }: FactProps) {
  const { t } = useTranslation("assistants");
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children} {isSaid ? null : <span className={classes.quiet}>{t("planner.not_said")}</span>}
      </dd>
    </div>
  );
}
