import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AddCouponInput, CouponAnswer } from "../contract/coupons.calls.ts";
import { call } from "./coupons-calls.ts";

export type { CouponAnswer } from "../contract/coupons.calls.ts";

/** Query keys begin with the module's name: events about coupons and orders refresh them. */
export const couponsKeys = { all: ["tracking", "coupons"] as const };
const keyFor = (campaignId: string) => ["tracking", "coupons", campaignId] as const;

type Page = { items: CouponAnswer[]; next_cursor: string | null };

/** A campaign's coupons, the newest first, page by page. */
export const useCoupons = (campaignId: string) =>
  useInfiniteQuery({
    queryKey: keyFor(campaignId),
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call("GET Clients/Tracking/coupons", {
        query: { campaign_id: campaignId, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }: InfiniteData<Page, string | null>) => pages.flatMap(({ items }) => items),
  });

/** Gives the campaign a coupon. The form shows what is refused; `key` is its idempotency key. */
export function useAddCoupon() {
  const client = useQueryClient();
  return async (body: AddCouponInput, key: string): Promise<CouponAnswer> => {
    const coupon = await call("POST Clients/Tracking/coupons", { body, idempotencyKey: key, quiet: true });
    await client.invalidateQueries({ queryKey: keyFor(body.campaign_id) });
    return coupon;
  };
}

/** Ends the campaign's ownership of a coupon; a failure is said by the snackbar. */
export function useStopCoupon(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/Tracking/coupons/{id}/stop", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyFor(campaignId) }),
  });
}
