import {
  type AttributionModel,
  type AttributionWindow,
  attributionModels,
  attributionWindows,
  type Witness,
} from "../contract/attribution.ts";

/** A click as an order may be credited to it. */
export type CreditedClick = {
  click_id: string;
  clicked_at: Date;
  link_id: string;
  campaign_id: string;
  ad_group_id: string;
  ad_id: string;
};

/** A code of the order that a campaign owned when it was placed. */
export type CreditedCoupon = { coupon_id: string; code: string; campaign_id: string };

/** All that is known of how an order came about. */
export type Evidence = {
  placedAt: Date;
  /** The merchant's click whose id the order carries. */
  click: CreditedClick | null;
  /** Valid clicks of the same visitor that may be earlier, where the visitor is known. */
  earlierClicks: readonly CreditedClick[];
  /** In the order in which the store lists them. */
  coupons: readonly CreditedCoupon[];
};

/** Whom an order is credited to. Ids are empty where nothing is proven. */
export type Credit = {
  model: AttributionModel;
  window_days: AttributionWindow;
  witness: Witness;
  campaign_id: string;
  ad_group_id: string;
  ad_id: string;
  click_id: string | null;
};

const dayMs = 86_400_000;
/** Stores write whole seconds, and their clocks are not ours: an order may seem to come a little before its click. */
const clockSkewMs = 3_600_000;

const isWithin = (click: CreditedClick, placedAt: Date, windowDays: number) => {
  const elapsedMs = placedAt.getTime() - click.clicked_at.getTime();
  return elapsedMs >= -clockSkewMs && elapsedMs <= windowDays * dayMs;
};

/** The coupon that speaks: the one that agrees with the click, else the first that a campaign owns. */
export function pickCoupon({ click, coupons }: Evidence): CreditedCoupon | null {
  return coupons.find(({ campaign_id }) => campaign_id === click?.campaign_id) ?? coupons[0] ?? null;
}

/**
 * Whom the order is credited to under one model and window. The witnesses are those of the order itself, the same under
 * both models: its own click, if it is within the window, and its coupon. Where they disagree the click counts, because
 * a click id belongs to one visitor and a code can be passed on; the disagreement stays in `witness`.
 */
export function creditOrder(
  evidence: Evidence,
  { model, windowDays }: { model: AttributionModel; windowDays: AttributionWindow },
): Credit {
  const { placedAt } = evidence;
  const click = evidence.click && isWithin(evidence.click, placedAt, windowDays) ? evidence.click : null;
  const coupon = pickCoupon(evidence);
  const base = { model, window_days: windowDays, witness: toWitness(click, coupon) };
  if (!click)
    return { ...base, campaign_id: coupon?.campaign_id ?? "", ad_group_id: "", ad_id: "", click_id: null };
  const counted = model === "last_click" ? click : findFirst(evidence, click, windowDays);
  const { campaign_id, ad_group_id, ad_id, click_id } = counted;
  return { ...base, campaign_id, ad_group_id, ad_id, click_id };
}

/** An order's credits under all models and windows, each once. */
export function creditUnderAll(evidence: Evidence): Credit[] {
  return attributionModels.flatMap((model) =>
    attributionWindows.map((windowDays) => creditOrder(evidence, { model, windowDays })),
  );
}

function toWitness(click: CreditedClick | null, coupon: CreditedCoupon | null): Witness {
  if (click && coupon) return click.campaign_id === coupon.campaign_id ? "both" : "conflict";
  if (click) return "click_id";
  return coupon ? "coupon" : "none";
}

function findFirst({ placedAt, earlierClicks }: Evidence, click: CreditedClick, windowDays: number) {
  return earlierClicks
    .filter((one) => one.clicked_at < click.clicked_at && isWithin(one, placedAt, windowDays))
    .reduce((first, one) => (one.clicked_at < first.clicked_at ? one : first), click);
}
