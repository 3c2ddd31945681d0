import { Select } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorNode, LtrField } from "#base/web/forms/fields.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type Placement, type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { nameMax, objectives } from "../../contract/enums.ts";
import { LinkButton } from "../link-button.tsx";
import { toStoreUrl, useAdAccountChoices } from "../use-choices.ts";
import { OneOfField } from "./choices.tsx";
import { Counted } from "./counted.tsx";
import type { CampaignDraft, Dropped } from "./draft.ts";
import classes from "./form.module.css";
import { PlacementsField } from "./placements-field.tsx";
import type { ErrorFor } from "./problems.ts";

type Props = { value: CampaignDraft; onChange: (patch: Partial<CampaignDraft>) => void; errorFor: ErrorFor };
/** Moves the whole draft to another platform or other placements. */
type Move = (platform: Platform, placements?: readonly Placement[]) => void;

/** First step: the platform, placement, account, objective and store. */
export function GoalFields({
  value,
  onChange,
  errorFor,
  dropped,
  onMove,
}: Props & { dropped: readonly Dropped[]; onMove: Move }) {
  const { t } = useTranslation("campaigns");
  const [hasChosen, choose] = useState(false);
  const isMoving = useFirstChoices({ value, onChange }, hasChosen, onMove);
  return (
    <div className={classes.stack}>
      <OneOfField
        legend={t("form.platform")}
        appearance="cards"
        value={value.platform}
        error={errorFor("platform")}
        onChange={(platform) => {
          choose(true);
          onMove(platform);
        }}
        options={platforms.map((platform) => ({
          value: platform,
          disabled: getCapabilities(platform) === null,
          label: (
            <>
              <PlatformIcon platform={platform} />
              <span>
                {t(`platform_names.${platform}`)}
                {getCapabilities(platform) ? null : (
                  <span className={classes.soft}> · {t("form.later")}</span>
                )}
              </span>
            </>
          ),
        }))}
      />
      <PlacementsField
        platform={value.platform}
        value={value.placements}
        error={errorFor("placements")}
        onChange={(placements) => onMove(value.platform, placements)}
      />
      <DroppedNote platform={value.platform} dropped={dropped} />
      <div className={classes.grid}>
        <AccountField value={value} onChange={onChange} errorFor={errorFor} isMoving={isMoving} />
        <StoreField value={value} onChange={onChange} errorFor={errorFor} />
        <Counted
          label={t("form.name")}
          value={value.name}
          max={nameMax}
          error={errorFor("name")}
          placeholder={t("form.name_example")}
          onChange={(name) => onChange({ name })}
        />
        <LtrField
          label={t("form.landing_url")}
          value={value.landing_url}
          error={errorFor("landing_url")}
          placeholder="https://"
          onChange={(landing_url) => onChange({ landing_url })}
        />
      </div>
      <OneOfField
        legend={t("form.objective")}
        value={value.objective}
        error={errorFor("objective")}
        onChange={(objective) => onChange({ objective })}
        options={objectives.map((one) => ({ value: one, label: t(`objectives.${one}`) }))}
      />
    </div>
  );
}

/** A note of what in the draft did not fit the chosen platform. */
function DroppedNote({ platform, dropped }: { platform: Platform; dropped: readonly Dropped[] }) {
  const { t } = useTranslation("campaigns");
  if (dropped.length === 0) return null;
  const what = dropped.map((one) => t(`form.dropped.${one}`)).join(t("form.list_comma"));
  return (
    <Banner tone="waiting" title={t("form.dropped_title", { platform: t(`platform_names.${platform}`) })}>
      {t("form.dropped_words", { what })}
    </Banner>
  );
}

function AccountField({ value, onChange, errorFor, isMoving }: Props & { isMoving: boolean }) {
  const { t } = useTranslation("campaigns");
  const accounts = useAdAccountChoices();
  const own = accounts.data?.filter(({ platform }) => platform === value.platform) ?? [];
  if (accounts.data && own.length === 0 && !isMoving)
    return (
      <div className={classes.wide}>
        <Banner
          tone="waiting"
          title={t("form.no_account", { platform: t(`platform_names.${value.platform}`) })}
          action={
            <LinkButton to="/link-ad-accounts/connect-platform" variant="default">
              {t("form.link_account")}
            </LinkButton>
          }
        >
          {t("form.no_account_words")}
        </Banner>
      </div>
    );
  return (
    <Select
      label={t("form.ad_account")}
      data={own.map(({ id, name, organization_name, currency }) => ({
        value: id,
        label: [
          name,
          organization_name === name ? null : organization_name,
          currency === "SAR" ? null : currency,
        ]
          .filter((part) => part)
          .join(" · "),
      }))}
      value={value.ad_account_id || null}
      allowDeselect={false}
      placeholder={t("form.choose")}
      error={errorNode(errorFor("ad_account_id"))}
      onChange={(id) => onChange({ ad_account_id: id ?? "" })}
    />
  );
}

function StoreField({ value, onChange, errorFor }: Props) {
  const { t } = useTranslation("campaigns");
  const stores = useStores();
  if (stores.data?.length === 0)
    return (
      <div className={classes.wide}>
        <Banner
          tone="waiting"
          title={t("form.no_store")}
          action={
            <LinkButton to="/link-ad-accounts/add-store" variant="default">
              {t("form.connect_store")}
            </LinkButton>
          }
        >
          {t("form.no_store_words")}
        </Banner>
      </div>
    );
  return (
    <Select
      label={t("form.store")}
      data={stores.data?.map((store) => ({ value: store.id, label: store.name })) ?? []}
      value={value.store_id}
      allowDeselect={false}
      placeholder={t("form.choose")}
      error={errorNode(errorFor("store_id"))}
      onChange={(id) => {
        const store = stores.data?.find((one) => one.id === id);
        if (store) onChange(storeChoice(value, store));
      }}
    />
  );
}

type Store = NonNullable<ReturnType<typeof useStores>["data"]>[number];

/** A store, and its address as the landing page unless one was typed. */
const storeChoice = (value: CampaignDraft, store: Store): Partial<CampaignDraft> => ({
  store_id: store.id,
  ...(value.landing_url ? {} : { landing_url: toStoreUrl(store) }),
});

/**
 * Preselects the first choices. While the merchant has chosen nothing, the platform is a linked one; the only account
 * or store is preselected, since most merchants have one of each. True while the draft is about to move to another
 * platform.
 */
function useFirstChoices(
  { value, onChange }: Pick<Props, "value" | "onChange">,
  hasChosen: boolean,
  onMove: Move,
) {
  const accounts = useAdAccountChoices().data ?? [];
  const stores = useStores().data ?? [];
  const own = accounts.filter(({ platform }) => platform === value.platform);
  const isFresh = !hasChosen && value.ad_account_id === "" && value.name === "";
  const linked = isFresh && own.length === 0 ? accounts[0]?.platform : undefined;
  const account = value.ad_account_id ? undefined : onlyChoice(own);
  const store = value.store_id ? undefined : onlyChoice(stores);
  const choose = useEffectEvent(() => {
    if (linked) return onMove(linked);
    onChange({
      ...(account ? { ad_account_id: account.id } : {}),
      ...(store ? storeChoice(value, store) : {}),
    });
  });
  useEffect(() => {
    if (linked || account || store) choose();
  }, [linked, account, store]);
  return linked !== undefined;
}

const onlyChoice = <Choice,>(choices: readonly Choice[]) => (choices.length === 1 ? choices[0] : undefined);
