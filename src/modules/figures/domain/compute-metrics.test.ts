import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metricNames, metrics, sumNames, totalNames, totalsSchema } from "../contract/metrics.ts";
import { computeMetrics, divide, listSums } from "./compute-metrics.ts";

describe("ROAS", () => {
  it("is null without spend", () => {
    expect(divide(5_000, 0)).toBeNull();
    expect(divide(0, 5_000)).toBe(0);
  });

  it("is within half a hundredth of the exact ratio", () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), (sales, spend) => {
        expect(Math.abs((divide(sales, spend) ?? 0) - sales / spend)).toBeLessThanOrEqual(0.005 + 1e-6);
      }),
    );
  });
});

describe("the metric table", () => {
  it("has ratios of sums only", () => {
    for (const metric of Object.values(metrics)) {
      if (metric.formula === "ratio") for (const part of metric.of) expect(sumNames).toContain(part);
    }
  });

  it("computes each metric from the sums it names, and totals in the order of the wire", () => {
    expect(listSums(["roas_placed", "spend_halalas"]).sort()).toEqual([
      "sales_placed_halalas",
      "spend_halalas",
    ]);
    const totals = computeMetrics(totalNames, { spend_halalas: 5_000, sales_placed_halalas: 17_000 });
    expect(totals).toMatchObject({ spend_halalas: 5_000, clicks: 0, roas_placed: 3.4, roas_delivered: 0 });
    expect(Object.keys(totals)).toEqual([...totalNames]);
    expect(totalsSchema.parse(totals)).toEqual(totals);
  });

  it("gives a ratio null, and never a number, when there is nothing to divide by", () => {
    for (const name of metricNames) {
      const { [name]: value } = computeMetrics([name], {});
      expect(value).toBe(metrics[name].formula === "ratio" ? null : 0);
    }
  });
});
