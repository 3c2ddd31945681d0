import { Button, Textarea } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import classes from "./consultations.module.css";
import { call, useOrderAct } from "./consultations.queries.ts";

const stars = [1, 2, 3, 4, 5] as const;

/** Rates a consultation that was held; it can be changed later. */
export function RatingForm({ order: { id, rating, rating_comment } }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations");
  const [chosen, choose] = useState(rating);
  const [comment, setComment] = useState(rating_comment);
  const [isMissing, setMissing] = useState(false);
  const rate = useOrderAct(id, (body: { rating: number; comment: string }) =>
    call("POST Clients/ConsultationOrders/{id}/rate", { params: { id }, body }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(chosen === null);
    if (chosen === null) return;
    rate.mutate({ rating: chosen, comment }, { onSuccess: () => notify(t("rate.done"), "success") });
  };
  return (
    <Card title={t("rate.title")}>
      <form className={classes.stack} onSubmit={submit} noValidate>
        <p className={classes.quiet}>{t("rate.words")}</p>
        <div className={classes.stars} role="radiogroup" aria-label={t("rate.stars")}>
          {stars.map((star) => (
            <label key={star} className={classes.star}>
              <input
                type="radio"
                name="rating"
                className="visually-hidden"
                value={star}
                checked={chosen === star}
                onChange={() => choose(star)}
              />
              {chosen !== null && star <= chosen ? (
                <IconStarFilled size={28} aria-hidden />
              ) : (
                <IconStar size={28} aria-hidden />
              )}
              <span className="visually-hidden">{t("rate.star", { count: star })}</span>
            </label>
          ))}
        </div>
        {isMissing ? <ErrorLine id="rating-missing">{t("rate.missing")}</ErrorLine> : null}
        <Textarea
          label={t("rate.comment")}
          rows={2}
          dir="auto"
          maxLength={1_000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={rate.isPending}>
            {t("rate.send")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
