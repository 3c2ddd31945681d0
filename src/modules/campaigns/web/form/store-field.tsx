import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { toStoreUrl } from "../use-choices.ts";
import classes from "./form.module.css";

type Choice = { store_id: string | null; landing_url?: string };
type Props = {
  value: string | null;
  landingUrl: string;
  error: string | undefined;
  onChange: (choice: Choice) => void;
};

/** The store a campaign sells for; without any, the way to connect one. */
export function StoreField({ value, landingUrl, error, onChange }: Props) {
  const { t } = useTranslation("campaigns_form");
  const stores = useStores();
  if (stores.data?.length === 0)
    return (
      <div className={classes.wide}>
        <Banner
          tone="waiting"
          title={t("no_store")}
          action={
            <LinkButton to="/link-ad-accounts/add-store" variant="default">
              {t("connect_store")}
            </LinkButton>
          }
        >
          {t("no_store_words")}
        </Banner>
      </div>
    );
  return (
    <Select
      label={t("store")}
      data={stores.data?.map((store) => ({ value: store.id, label: store.name })) ?? []}
      value={value}
      allowDeselect={false}
      placeholder={t("choose")}
      error={errorNode(error)}
      onChange={(id) => {
        const store = stores.data?.find((one) => one.id === id);
        if (store) onChange(toStoreChoice(store, landingUrl));
      }}
    />
  );
}

type Store = NonNullable<ReturnType<typeof useStores>["data"]>[number];

/** A store, and its address as the landing page unless one was typed. */
export const toStoreChoice = (store: Store, landingUrl: string): Choice => ({
  store_id: store.id,
  ...(landingUrl ? {} : { landing_url: toStoreUrl(store) }),
});
