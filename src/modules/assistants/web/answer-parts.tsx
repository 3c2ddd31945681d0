import { IconBuildingStore, IconFeather } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { Fact } from "../contract/writer-shapes.ts";
import classes from "./writer.module.css";

/** The store's facts that the answer was written from. */
export function FactChips({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation("assistants");
  const toText = useFactText();
  if (facts.length === 0) return null;
  return (
    <ul className={classes.facts} aria-label={t("facts.title")}>
      {facts.map((fact) => (
        <li key={fact.kind}>
          <IconBuildingStore size={16} aria-hidden />
          <span>{toText(fact)}</span>
        </li>
      ))}
    </ul>
  );
}

function useFactText() {
  const { t } = useTranslation("assistants");
  const format = useFormat();
  const language = useLanguage();
  return (fact: Fact): string => {
    switch (fact.kind) {
      case "price":
        return t("facts.price", { price: format.riyals(fact.amount_halalas, true) });
      case "units_sold":
        return t("facts.units_sold", { units: format.number(fact.units) });
      case "return_rate":
        return t("facts.return_rate", { percent: format.percent(fact.percent / 100) });
      case "top_cities":
        return t("facts.top_cities", {
          cities: fact.cities.map((city) => city[language]).join(language === "ar" ? "، " : ", "),
        });
      case "delivery_days":
        return t("facts.delivery_days", { days: format.number(fact.days) });
      case "cash_on_delivery":
        return t("facts.cash_on_delivery");
      case "stock_left":
        return t("facts.stock_left", { units: format.number(fact.units) });
    }
  };
}

/** What wrote it, as the screen must say. */
export function EngineLine({ engine, children }: { engine: string; children?: ReactNode }) {
  const { t } = useTranslation("assistants");
  const name = engine === "built_in" ? t("engine.built_in") : engine;
  return (
    <p className={classes.engine}>
      <IconFeather size={20} aria-hidden />
      <span>
        {children}
        {t("engine.written_by", { engine: name })}
        {" · "}
        {t("engine.from_facts")}
      </span>
    </p>
  );
}
