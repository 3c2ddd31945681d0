import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { text } from "#base/web/runtime/i18n.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import classes from "./form/form.module.css";
import { MissingFundsNote } from "./missing-funds-note.tsx";
import { useReserveGrowth } from "./use-missing-funds.ts";

/** Why the server did not start what it was asked to; `code` is empty when no answer came. */
export type LaunchRefusal = { code: string; message: string };

export const toLaunchRefusal = (error: unknown): LaunchRefusal =>
  isApiError(error)
    ? { code: error.code, message: error.message }
    : { code: "", message: text("base:client_server") };

type Props = {
  refusal: LaunchRefusal;
  /** What was to be started. */
  campaigns: readonly CampaignRow[];
  /** The path where the merchant goes on after a payment on the bank's page; the present page by default. */
  returnTo?: string;
};

/** Where what is missing is added, by the refusal's code. */
const addPages = {
  "wallet.card_required": ["/financial-transaction/payment-methods", "shortage.add_card"],
  "campaigns.discount_licence_missing": ["/account-settings/settings", "shortage.add_licence"],
  "campaigns.prize_draw_licence_missing": ["/account-settings/settings", "shortage.add_licence"],
  "campaigns.creator_licence_missing": ["/account-settings/settings", "shortage.add_licence"],
} as const;
const hasAddPage = (code: string): code is keyof typeof addPages => Object.hasOwn(addPages, code);

/** Why a start was refused, until the next one, with the way to mend it: a card, a licence, or a deposit. */
export function RefusalNote({ refusal: { code, message }, campaigns, returnTo }: Props) {
  const { t } = useTranslation("campaigns");
  const [page, label] = hasAddPage(code) ? addPages[code] : [];
  return (
    <div className={classes.stack}>
      <Banner
        tone="bad"
        urgent
        title={t("not_started_title")}
        action={
          page ? (
            <LinkButton to={page} variant="default">
              {t(label)}
            </LinkButton>
          ) : null
        }
      >
        {message}
      </Banner>
      {code === "wallet.balance_not_enough" ? <Missing campaigns={campaigns} returnTo={returnTo} /> : null}
    </div>
  );
}

function Missing({
  campaigns,
  returnTo,
}: {
  campaigns: readonly CampaignRow[];
  returnTo: string | undefined;
}) {
  const growth = useReserveGrowth(campaigns);
  return growth?.missingFunds ? (
    <MissingFundsNote missingFunds={growth.missingFunds} returnTo={returnTo} />
  ) : null;
}
