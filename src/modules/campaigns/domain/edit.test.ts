import { expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { campaignBody } from "../testing/payloads.ts";
import type { DesiredState } from "./desired-state.ts";
import { applyEdit, type CampaignChange, isSamePlacements, toTargets } from "./edit.ts";

const now = new Date("2026-11-21T09:00:00Z");
const state: DesiredState & { ad_account_id: string; store_id: string | null } = {
  ad_account_id: "acc_1",
  store_id: "sto_1",
  status: "active",
  status_reason: null,
  published: true,
  starts_at: new Date("2026-11-20T09:00:00Z"),
  starts_at_once: false,
  desired_generation: 3,
  updated_at: new Date("2026-11-20T09:00:00Z"),
};
const aChange = (change: Partial<CampaignChange>) => ({ ...campaignBody({}), ...change }) as CampaignChange;

it("an edit without a start keeps the campaign's own, and is a new generation", () => {
  expect(applyEdit(state, aChange({ starts_at: null }), now)).toMatchObject({
    starts_at: state.starts_at,
    starts_at_once: false,
    desired_generation: 4,
    updated_at: now,
  });
});

it("an ad account or store that the change does not name stays", () => {
  const { ad_account_id: _account, store_id: _store, ...rest } = campaignBody();
  expect(applyEdit(state, rest, now)).toMatchObject({ ad_account_id: "acc_1", store_id: "sto_1" });
  const moved = applyEdit(state, { ...rest, ad_account_id: "acc_2", store_id: "sto_2" }, now);
  expect(moved).toMatchObject({ ad_account_id: "acc_2", store_id: "sto_2" });
});

it("only a campaign that never ran begins when it is started", () => {
  const created = { ...state, status: "created" } as const;
  expect(applyEdit(created, aChange({ starts_at: null }), now).starts_at_once).toBe(true);
  const dated = aChange({ starts_at: "2026-12-01T09:00:00Z" });
  expect(applyEdit(created, dated, now)).toMatchObject({
    starts_at: new Date("2026-12-01T09:00:00Z"),
    starts_at_once: false,
  });
});

it("a target is kept only for the bidding strategy that uses it", () => {
  const targets = { target_cpa_halalas: halalas(20_00), target_roas: 35_000 };
  expect(toTargets({ ...targets, bidding_strategy: "target_cpa" })).toEqual({
    ...targets,
    target_roas: null,
  });
  expect(toTargets({ ...targets, bidding_strategy: "target_roas" })).toEqual({
    ...targets,
    target_cpa_halalas: null,
  });
  expect(toTargets({ ...targets, bidding_strategy: "maximize_conversions" })).toEqual({
    target_cpa_halalas: null,
    target_roas: null,
  });
});

it("placements are the same in any order", () => {
  expect(isSamePlacements(["facebook", "instagram"], ["instagram", "facebook"])).toBe(true);
  expect(isSamePlacements(["facebook"], ["instagram", "facebook"])).toBe(false);
});
