import { Button, Radio, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { errorNode } from "#base/web/forms/fields.tsx";
import { type ServerForm, useServerForm } from "#base/web/forms/form.ts";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { minCardHalalas } from "#modules/payments/contract/card-minimum.ts";
import { useCards } from "#modules/payments/web/payments.queries.ts";
import type { Offer } from "../contract/consultations.calls.ts";
import type { Price } from "../contract/prices.ts";
import type { Answers, Question } from "../contract/questions.ts";
import { CardPart, CardStep, newCard } from "./card-part.tsx";
import classes from "./consultations.module.css";
import { call, consultationsKeys } from "./consultations.queries.ts";
import { CouponPart } from "./coupon-part.tsx";
import { BalanceSums, CoveredSums, PaymentChoice, type PayWith } from "./order-payment.tsx";
import { OrderRules } from "./order-rules.tsx";
import { useDraft } from "./use-draft.ts";
import { useOrderByCard } from "./use-order-by-card.ts";
import { usePick } from "./use-pick.ts";

type Values = { answers: Answers; coupon: string };
type OpenOffer = Offer & {
  draft: Answers;
  available_halalas: number;
  free_halalas: number;
  plan_left: number | null;
  vouchers: number;
};

/** The questions, saved as one types, and the payment. */
export function OrderForm({ offer }: { offer: OpenOffer }) {
  const { t } = useTranslation("consultations");
  const { id, questions } = offer;
  const client = useQueryClient();
  const navigate = useNavigate();
  const key = useIdempotencyKey(`consultations.order.${id}`);
  const draft = useDraft(id);
  const payment = usePayment(offer);
  const cardOrder = useOrderByCard(id);
  const form = useServerForm<Values>({
    initialValues: {
      answers: Object.fromEntries(questions.map((question) => [question.id, offer.draft[question.id] ?? ""])),
      coupon: "",
    },
    send: async ({ answers }) => {
      if (payment.byCard) return cardOrder.begin({ answers, ...payment.byCard });
      const body = { answers, ...payment.choice };
      const order = await call("POST Clients/Consultations/{id}/order", {
        params: { id },
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      notify(t("order.placed"), "success");
      void client.invalidateQueries({ queryKey: consultationsKeys.orders });
      void client.invalidateQueries({ queryKey: ["wallet"] });
      void client.invalidateQueries({ queryKey: ["billing"] });
      await navigate({ to: "/marketing-consultations-orders/$id", params: { id: order.id } });
    },
  });
  const answer = (question: string, text: string) => {
    form.setFieldValue(`answers.${question}`, text);
    draft.save({ ...form.getValues().answers, [question]: text });
  };
  const states = {
    idle: "",
    saving: t("order.saving"),
    saved: t("order.saved"),
    failed: t("order.not_saved"),
  };
  if (cardOrder.begun) return <CardStep begun={cardOrder.begun} onBack={cardOrder.back} />;
  return (
    <form className={classes.stack} onSubmit={form.submit} noValidate>
      <Card
        title={t("order.questions")}
        aside={
          <span className={classes.quiet} role="status">
            {states[draft.state]}
          </span>
        }
      >
        <p className={classes.quiet}>
          {t(questions.length === 0 ? "order.no_questions" : "order.questions_words")}
        </p>
        <div className={classes.questions}>
          {questions.map((question) => (
            <QuestionField key={question.id} question={question} form={form} onAnswer={answer} />
          ))}
        </div>
      </Card>
      <OrderRules />
      <Card title={t("order.payment")}>
        <Payment offer={offer} payment={payment} refusal={form.errors.coupon as string | undefined} />
        {payment.canPay && holdsAbility("marketing_consultation", "manage") ? (
          <Button type="submit" color="clay" size="md" fullWidth loading={form.isSending}>
            {t(payment.byCard ? "order.pay_by_card" : "order.pay")}
          </Button>
        ) : null}
      </Card>
    </form>
  );
}

/**
 * What pays the order, and whether it can. A merchant with a consultation of the plan or a voucher pays with it, unless they choose otherwise;
 * what the balance lacks is paid by card.
 */
function usePayment({ vouchers, plan_left, price_halalas, free_halalas }: OpenOffer) {
  const isCovered = plan_left !== 0 || vouchers > 0;
  const [payWith, setPayWith] = useState<PayWith>(isCovered ? "voucher" : "balance");
  const [quote, setQuote] = useState<Price | null>(null);
  const [card, setCard] = useState<string | null>(null);
  const cards = (useCards().data ?? []).filter(({ expiry }) => expiry !== "past");
  const isVoucher = payWith === "voucher";
  const price = quote && !isVoucher ? quote.price_halalas : price_halalas;
  const missing = isVoucher ? 0 : price - free_halalas;
  const seen = {
    expected_price_halalas: price,
    ...(quote && !isVoucher ? { coupon: quote.coupon } : {}),
  };
  const canDeposit = holdsAbility("wallet", "deposit");
  const preferred = cards.find(({ is_default }) => is_default) ?? cards[0];
  const chosen = card ?? preferred?.id ?? newCard;
  const amount_halalas = Math.max(missing, minCardHalalas);
  const byCard =
    missing > 0 && price > 0 && canDeposit
      ? { ...seen, amount_halalas, ...(chosen === newCard ? {} : { card_id: chosen }) }
      : null;
  const choice = { ...seen, pay_with: payWith };
  const canPay = missing <= 0 || byCard !== null;
  return { payWith, setPayWith, quote, setQuote, choice, byCard, cards, chosen, setCard, canPay, isCovered };
}

type PaymentProps = {
  offer: OpenOffer;
  payment: ReturnType<typeof usePayment>;
  refusal: string | undefined;
};

function Payment({ offer, payment, refusal }: PaymentProps) {
  const { t } = useTranslation("consultations");
  const { payWith, setPayWith, quote, setQuote, byCard, cards, chosen, setCard, isCovered } = payment;
  return (
    <div className={classes.payment}>
      {isCovered ? (
        <PaymentChoice
          vouchers={offer.vouchers}
          planLeft={offer.plan_left}
          value={payWith}
          onChange={setPayWith}
        />
      ) : null}
      {payWith === "voucher" ? (
        <>
          <CoveredSums original={offer.price_halalas} />
          <p className={classes.quiet}>
            {t(offer.plan_left === 0 ? "order.voucher_words" : "order.plan_words")}
          </p>
        </>
      ) : (
        <>
          <CouponPart id={offer.id} quote={quote} onQuote={setQuote} refusal={refusal} />
          <BalanceSums
            original={offer.price_halalas}
            quote={quote}
            available={offer.available_halalas}
            free={offer.free_halalas}
            byCard={
              byCard ? (
                <CardPart amount={byCard.amount_halalas} cards={cards} chosen={chosen} onChoose={setCard} />
              ) : null
            }
          />
        </>
      )}
    </div>
  );
}

type FieldProps = {
  question: Question;
  form: ServerForm<Values>;
  onAnswer: (question: string, text: string) => void;
};

function QuestionField({ question, form, onAnswer }: FieldProps) {
  const pick = usePick();
  const { id, kind, choices, is_required } = question;
  const label = pick({ ar: question.label_ar, en: question.label_en });
  const value = form.getValues().answers[id] ?? "";
  const error = errorNode(form.errors[`answers.${id}`]);
  if (kind === "text")
    return (
      <Textarea
        label={<UserText>{label}</UserText>}
        withAsterisk={is_required}
        rows={3}
        dir="auto"
        maxLength={2_000}
        value={value}
        error={error}
        onChange={(event) => onAnswer(id, event.currentTarget.value)}
      />
    );
  return (
    <Radio.Group
      label={<UserText>{label}</UserText>}
      withAsterisk={is_required}
      value={value}
      error={error}
      onChange={(chosen) => onAnswer(id, chosen)}
    >
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Radio
            key={choice.id}
            value={choice.id}
            label={<UserText>{pick({ ar: choice.label_ar, en: choice.label_en })}</UserText>}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
