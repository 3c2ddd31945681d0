import { Button, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { FieldError, LtrField, NumberField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { isOAuthPlatform } from "#modules/stores/contract/platform-table.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { maxCouponDays } from "#modules/tracking/contract/coupons.ts";
import { useAddCoupon } from "#modules/tracking/web/coupons.queries.ts";
import classes from "./coupons.module.css";

type Props = { campaignId: string; onClose: () => void };
type Values = {
  source: "created" | "typed";
  store_id: string;
  code: string;
  percent: number | null;
  ends_on: RiyadhDay | null;
};
type Store = { id: string; name: string; type: Parameters<typeof isOAuthPlatform>[0]; status: string };

const usualPercent = 10;
const usualDays = 30;

/** A code for the campaign: made in the store by us, or one that stands there already. */
export function CouponForm(props: Props) {
  const { t } = useTranslation("campaign");
  const { data: stores } = useStores();
  if (!stores) return <SkeletonRows count={3} />;
  const connected = stores.filter(({ status }) => status !== "disconnected");
  const [first] = connected;
  if (!first) return <p className={classes.lead}>{t("coupons.store_first")}</p>;
  return <OpenForm {...props} stores={connected} first={first} />;
}

function OpenForm({ campaignId, onClose, stores, first }: Props & { stores: Store[]; first: Store }) {
  const { t } = useTranslation(["campaign", "base"]);
  const today = toRiyadhDay(useNow());
  const key = useIdempotencyKey(`tracking.coupon.${campaignId}`);
  const add = useAddCoupon();
  const canCreate = (id: string) => {
    const store = stores.find((one) => one.id === id);
    return store !== undefined && store.status === "connected" && isOAuthPlatform(store.type);
  };
  const initialValues: Values = {
    source: canCreate(first.id) ? "created" : "typed",
    store_id: first.id,
    code: "",
    percent: usualPercent,
    ends_on: addDays(today, usualDays),
  };
  const form = useServerForm<Values>({
    initialValues,
    validate: {
      code: (code) => (code.trim() === "" ? t("base:field_required") : null),
      percent: (percent, { source }) =>
        source === "created" && (percent === null || percent < 1 || percent > 100)
          ? t("campaign:coupons.percent_wrong")
          : null,
      ends_on: (day, { source }) => (source === "created" && day === null ? t("base:field_required") : null),
    },
    send: async ({ source, store_id, code, percent, ends_on }) => {
      const place = { campaign_id: campaignId, store_id, code: code.trim() };
      const body =
        source === "created"
          ? { ...place, source, percent: percent ?? 0, ends_on: ends_on ?? "" }
          : { ...place, source };
      await add(body, key.for(body));
      key.done();
      onClose();
    },
  });
  const { source, store_id } = form.values;
  const chooseStore = (id: string) => {
    form.setFieldValue("store_id", id);
    if (!canCreate(id)) form.setFieldValue("source", "typed");
  };
  return (
    <form
      className={classes.form}
      onSubmit={form.submit}
      noValidate
      aria-label={t("campaign:coupons.add_first")}
    >
      {stores.length > 1 ? (
        <NativeSelect
          label={t("campaign:coupons.store")}
          value={store_id}
          data={stores.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => chooseStore(event.currentTarget.value)}
          error={form.errors.store_id ? <FieldError>{form.errors.store_id}</FieldError> : null}
        />
      ) : null}
      {canCreate(store_id) ? (
        <SegmentedControl
          aria-label={t("campaign:coupons.how")}
          value={source}
          data={(["created", "typed"] as const).map((value) => ({
            value,
            label: t(`campaign:coupons.sources.${value}`),
          }))}
          onChange={(value) => form.setFieldValue("source", value === "created" ? "created" : "typed")}
        />
      ) : (
        <p className={classes.lead}>{t("campaign:coupons.typed_only")}</p>
      )}
      <LtrField
        label={t("campaign:coupons.code")}
        description={t(`campaign:coupons.code_hints.${source}`)}
        placeholder={source === "created" ? "NOURA10" : ""}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...form.getInputProps("code")}
      />
      {source === "created" ? (
        <div className={classes.pair}>
          <NumberField label={t("campaign:coupons.percent")} {...form.getInputProps("percent")} />
          <DayField
            label={t("campaign:coupons.ends_on")}
            value={form.values.ends_on}
            min={addDays(today, 1)}
            max={addDays(today, maxCouponDays)}
            onChange={(day) => form.setFieldValue("ends_on", day)}
            error={typeof form.errors.ends_on === "string" ? form.errors.ends_on : undefined}
          />
        </div>
      ) : null}
      <div className={classes.actions}>
        <Button type="submit" loading={form.isSending}>
          {t(`campaign:coupons.submit.${source}`)}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("base:cancel")}
        </Button>
      </div>
    </form>
  );
}
