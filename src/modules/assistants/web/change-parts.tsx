import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Plan, PlanChange, PlanResult } from "../contract/plan-shapes.ts";
import { sentenceMax } from "../contract/writer-enums.ts";
import classes from "./ai-campaign.module.css";
import { useChangePlan } from "./planner.queries.ts";

/** A change that one press asks for; `key` names its text. */
type PlanChip = { key: string; platform?: Platform; change: PlanChange };

/** What can be asked of each choice, without what it is already. */
export function listChips({ choices }: PlanResult, linked: readonly Platform[]) {
  const { audience, places, split } = choices;
  const chosen = split.parts.map(({ platform }) => platform);
  const budget: PlanChip[] = (["lower", "higher"] as const).map((direction) => ({
    key: `budget_${direction}`,
    change: { kind: "budget", direction },
  }));
  const texts: PlanChip[] = [
    { key: "texts", change: { kind: "texts" } },
    ...(["saudi", "white", "standard"] as const).map((tongue) => ({
      key: `texts_${tongue}`,
      change: { kind: "texts" as const, tongue },
    })),
  ];
  return {
    audience: (["female", "male", "all"] as const)
      .filter((gender) => gender !== audience.gender)
      .map((gender): PlanChip => ({ key: `audience_${gender}`, change: { kind: "audience", gender } })),
    places: places.cities.length > 0 ? [{ key: "kingdom", change: { kind: "kingdom" } } as PlanChip] : [],
    budget,
    split: linked.flatMap((platform): PlanChip[] => {
      const isChosen = chosen.includes(platform);
      if (isChosen && chosen.length === 1) return [];
      const platforms = isChosen ? chosen.filter((one) => one !== platform) : [...chosen, platform];
      return [
        {
          key: isChosen ? "platform_without" : "platform_with",
          platform,
          change: { kind: "platforms", platforms },
        },
      ];
    }),
    texts,
  };
}

type ChipsProps = { chips: readonly PlanChip[]; isBusy: boolean; onAsk: (change: PlanChange) => void };

export function PlanChips({ chips, isBusy, onAsk }: ChipsProps) {
  const { t } = useTranslation(["assistants", "ad_accounts"]);
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips}>
      {chips.map(({ key, platform, change }) => (
        <Button
          key={`${key}.${platform ?? ""}`}
          variant="default"
          size="compact-md"
          radius="xl"
          disabled={isBusy}
          onClick={() => onAsk(change)}
        >
          {t(`planner.chips.${key as "kingdom"}`, {
            platform: platform ? t(`ad_accounts:platforms.${platform}`) : "",
          })}
        </Button>
      ))}
    </div>
  );
}

/** A change in the merchant's own words: only what they say of audience, places, budget and length is changed. */
export function ChangeSentence({ plan, onAsk }: { plan: Plan; onAsk: () => void }) {
  const { t } = useTranslation("assistants");
  const [typed, setTyped] = useState("");
  const change = useChangePlan(plan);
  const text = typed.trim();
  return (
    <form
      className={classes.sentence}
      onSubmit={(event) => {
        event.preventDefault();
        if (text === "" || change.isPending) return;
        onAsk();
        change.mutate({ kind: "sentence", text }, { onSuccess: () => setTyped("") });
      }}
    >
      <TextInput
        label={t("planner.change")}
        placeholder={t("planner.change_example")}
        dir="auto"
        maxLength={sentenceMax}
        value={typed}
        error={errorNode(change.error?.message)}
        onChange={({ currentTarget }) => {
          change.reset();
          setTyped(currentTarget.value);
        }}
      />
      <Button type="submit" variant="default" loading={change.isPending} disabled={text === ""}>
        {t("planner.change_apply")}
      </Button>
    </form>
  );
}
