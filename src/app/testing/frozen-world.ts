import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { TestSandbox } from "#base/testing/sandbox.ts";

type Sold = { orders_placed: number; sales_placed_halalas: number };
type OrderFact = { order_id: string; halalas: number; payment_method: string; vendor: string };
type HourFact = { ad_id: string; at: string; impressions: number; clicks: number; spend_micro: number };
type Facts<Fact> = { items: Fact[] };

/**
 * What really happened to a campaign in a sandbox with a paused clock, as the product must report it: to the order and
 * to the halala.
 */
export function frozenWorld({ control }: Pick<TestSandbox, "control">) {
  const facts = async <Fact>(platformCampaignId: string, kind: string) =>
    (await control<Facts<Fact>>(`truth?campaign_id=${platformCampaignId}&kind=${kind}&limit=1000000`)).items;

  return {
    /** Orders with a pending bank transfer count as sales nowhere yet: this pays them. */
    async payPendingOrders(platformCampaignId: string): Promise<void> {
      const over = await facts<OrderFact>(platformCampaignId, "cancellation");
      for (const { payment_method, vendor, order_id } of await facts<OrderFact>(platformCampaignId, "order"))
        if (payment_method === "bank" && !over.some((one) => one.order_id === order_id))
          await control(`${vendor}/orders`, { order_id, end: "paid" });
    },
    /** A cancelled order was never a sale; one refused on delivery was placed. */
    async sold(platformCampaignId: string): Promise<Sold> {
      const over = new Set(
        (await facts<OrderFact>(platformCampaignId, "cancellation")).map(
          (one) => `${one.vendor} ${one.order_id}`,
        ),
      );
      const placed = (await facts<OrderFact>(platformCampaignId, "order")).filter(
        (one) => !over.has(`${one.vendor} ${one.order_id}`),
      );
      return {
        orders_placed: placed.length,
        sales_placed_halalas: placed.reduce((sum, { halalas }) => sum + halalas, 0),
      };
    },
    /** Platforms round the cost of an ad once a day. */
    async shown(platformCampaignId: string) {
      const hours = await facts<HourFact>(platformCampaignId, "impressions");
      const days = Map.groupBy(hours, ({ ad_id, at }) => `${ad_id} ${toRiyadhDay(new Date(at))}`);
      const sum = (of: HourFact[], field: "impressions" | "clicks" | "spend_micro") =>
        of.reduce((total, hour) => total + hour[field], 0);
      return {
        impressions: sum(hours, "impressions"),
        clicks: sum(hours, "clicks"),
        spend_halalas: [...days.values()].reduce(
          (total, day) => total + Math.round(sum(day, "spend_micro") / 10_000),
          0,
        ),
      };
    },
  };
}
