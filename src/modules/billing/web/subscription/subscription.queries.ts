import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { findAfter } from "#base/web/data/find-after.ts";
import { currentLanguage } from "#base/web/runtime/preferences.ts";
import { logProblem } from "#base/web/runtime/problems.ts";
import type { Duration } from "../../contract/enums.ts";
import { call } from "../billing-calls.ts";

/** Notices and reasons are in the language of the request, which is a part of their keys. */
export const subscriptionKeys = {
  all: ["billing", "subscription"] as const,
  view: () => ["billing", "subscription", "view", currentLanguage()] as const,
  periods: (page: number) => ["billing", "subscription", "periods", page] as const,
  preview: (planId: string, months: Duration) =>
    ["billing", "subscription", "preview", planId, months] as const,
  payment: (intentId: string) => ["billing", "subscription", "payment", intentId, currentLanguage()] as const,
  plans: ["billing", "plans"] as const,
};

/** The subscription, what happens next, and what there is to say about it. */
export const useSubscription = () =>
  useQuery({
    queryKey: subscriptionKeys.view(),
    queryFn: ({ signal }) => call("GET Clients/Billing/subscription", { signal, quiet: true }),
  });

/** From the smallest plan to the largest. */
export const plansQuery = queryOptions({
  queryKey: subscriptionKeys.plans,
  queryFn: async ({ signal }) => (await call("GET Clients/Billing/plans", { signal, quiet: true })).items,
});

export const periodsPageSize = 10;

export const usePeriods = (page: number) =>
  useQuery({
    queryKey: subscriptionKeys.periods(page),
    queryFn: ({ client, signal }) =>
      call("GET Clients/Billing/subscription/periods", {
        query: {
          page,
          size: periodsPageSize,
          ...findAfter(client, subscriptionKeys.periods(page - 1)),
        },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

/** What an upgrade costs now; the server keeps the amounts for half an hour. */
export const useUpgradePreview = (planId: string, months: Duration) =>
  useQuery({
    queryKey: subscriptionKeys.preview(planId, months),
    queryFn: ({ signal }) =>
      call("POST Clients/Billing/subscription/upgrade-preview", {
        body: { plan_version_id: planId, duration_months: months },
        signal,
        quiet: true,
      }),
    staleTime: 60_000,
    retry: false,
  });

/** How often the gateway is checked while the merchant waits; live events usually report the result first. */
const pollMs = 4_000;
const slowPollMs = 15_000;

/** A payment as the gateway confirms it. Checked again while its result is not known. */
export const usePayment = (intentId: string) =>
  useQuery({
    queryKey: subscriptionKeys.payment(intentId),
    queryFn: ({ signal }) =>
      call("POST Clients/Billing/subscription/check-payment", {
        body: { intent_id: intentId },
        signal,
        quiet: true,
      }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.status !== "pending" && data?.status !== "waiting") return false;
      return dataUpdateCount > 8 ? slowPollMs : pollMs;
    },
  });

/**
 * Reports the payment's id to our server before the bank's page opens. If this fails, the server finds the payment
 * itself.
 */
export async function reportPayment(intent_id: string, payment_id: string): Promise<void> {
  const send = () =>
    call("POST Clients/Billing/subscription/attach-payment", {
      body: { intent_id, payment_id },
      quiet: true,
      timeoutMs: 8_000,
    });
  await send()
    .catch(send)
    .catch((cause: unknown) => logProblem("the payment could not be reported before the bank's page", cause));
}

/** Our text for why the gateway refused; null when we know no more than its own form shows. */
export async function loadFailureText(intent_id: string): Promise<string | null> {
  try {
    const body = { intent_id };
    return (await call("POST Clients/Billing/subscription/check-payment", { body, quiet: true }))
      .failure_message;
  } catch {
    return null;
  }
}
