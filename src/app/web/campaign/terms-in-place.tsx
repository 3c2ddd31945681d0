import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MoneyField, TextField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import type { AdGroupRow, CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { isClosed } from "#modules/campaigns/domain/status.ts";
import { MomentField } from "#modules/campaigns/web/form/moment-field.tsx";
import { useAdjustCampaign, useRenameAdGroup } from "#modules/campaigns/web/use-adjust.ts";
import { InPlace } from "./in-place.tsx";

type Props = { campaign: CampaignRow };
type Shown = Props & { children: ReactNode };

const aWeek = 7 * 86_400_000;

export function NameInPlace({ campaign }: Props) {
  const { t } = useTranslation("campaign");
  const adjust = useAdjustCampaign(campaign.id);
  const shown = <UserText>{campaign.name}</UserText>;
  if (isClosed(campaign.status)) return shown;
  return (
    <InPlace
      label={t("name")}
      value={campaign.name}
      onSave={async (name) => (await adjust.mutateAsync({ name })).name}
      field={(props) => <TextField label={t("name")} {...props} />}
    >
      {shown}
    </InPlace>
  );
}

/** An emptied budget is sent as none, so that the server says what is missing. */
export function BudgetInPlace({ campaign, label }: Props & { label?: string }) {
  const { t } = useTranslation("campaign");
  const name = label ?? t("daily_budget");
  const adjust = useAdjustCampaign(campaign.id);
  const shown = <Money halalas={campaign.daily_budget_halalas} whole />;
  if (isClosed(campaign.status)) return shown;
  return (
    <InPlace<number | null>
      label={name}
      value={campaign.daily_budget_halalas}
      onSave={async (budget) =>
        (await adjust.mutateAsync({ daily_budget_halalas: budget ?? 0 })).daily_budget_halalas
      }
      field={(props) => <MoneyField label={name} {...props} />}
    >
      {shown}
    </InPlace>
  );
}

/** The start can be moved until it has come. */
export function StartInPlace({ campaign, children }: Shown) {
  const adjust = useAdjustCampaign(campaign.id);
  const now = useNow(60);
  const hasBegun = campaign.status !== "created" && new Date(campaign.starts_at) <= now;
  if (isClosed(campaign.status) || hasBegun) return children;
  return (
    <StartField
      startsAt={campaign.starts_at}
      onSave={async (starts_at) => (await adjust.mutateAsync({ starts_at })).starts_at}
    >
      {children}
    </StartField>
  );
}

type StartProps = {
  startsAt: string;
  canUndo?: boolean;
  onSave: (startsAt: string) => Promise<string>;
  children: ReactNode;
};

export function StartField({ startsAt, children, ...rest }: StartProps) {
  const { t } = useTranslation("campaign");
  const now = useNow(60);
  const ahead = new Date(Math.max(new Date(startsAt).getTime(), now.getTime() + 3_600_000));
  return (
    <InPlace
      label={t("starts")}
      value={ahead.toISOString()}
      current={startsAt}
      field={(props) => <MomentField label={t("starts")} {...props} />}
      {...rest}
    >
      {children}
    </InPlace>
  );
}

export function EndInPlace({ campaign, children }: Shown) {
  const adjust = useAdjustCampaign(campaign.id);
  if (isClosed(campaign.status)) return children;
  return (
    <EndField
      startsAt={campaign.starts_at}
      endsAt={campaign.ends_at}
      onSave={async (ends_at) => (await adjust.mutateAsync({ ends_at })).ends_at}
    >
      {children}
    </EndField>
  );
}

type EndProps = {
  startsAt: string;
  endsAt: string | null;
  canUndo?: boolean;
  onSave: (endsAt: string | null) => Promise<string | null>;
  children: ReactNode;
};

export function EndField({ startsAt, endsAt, children, ...rest }: EndProps) {
  const { t } = useTranslation("campaign");
  const now = useNow(60);
  const later = new Date(Math.max(new Date(startsAt).getTime(), now.getTime()) + aWeek);
  return (
    <InPlace<string | null>
      label={t("ends")}
      value={endsAt}
      field={({ value, onChange, error }) => (
        <>
          <Checkbox
            label={t("no_end")}
            checked={value === null}
            onChange={(event) => onChange(event.currentTarget.checked ? null : later.toISOString())}
          />
          {value === null ? null : (
            <MomentField label={t("ends")} value={value} error={error} onChange={onChange} />
          )}
        </>
      )}
      {...rest}
    >
      {children}
    </InPlace>
  );
}

/** Only the pencil: the name is the heading beside it. */
export function RenameGroup({ group }: { group: AdGroupRow }) {
  const { t } = useTranslation("campaign");
  const rename = useRenameAdGroup(group.id);
  return (
    <InPlace
      label={t("group_name_of", { name: group.name })}
      value={group.name}
      onSave={async (name) => (await rename.mutateAsync(name)).name}
      field={(props) => <TextField label={t("name")} {...props} />}
    />
  );
}
