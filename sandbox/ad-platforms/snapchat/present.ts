import type { Deliveries } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { adReasons, campaignReasons, squadReasons } from "./delivery-status.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import type { Registry, StoredObject } from "./registry.ts";
import { reviewAd } from "./review.ts";

/** One object as Snapchat shows it now: what was written, with Snapchat's own fields. */
export function presentObject(
  row: StoredObject,
  registry: Registry,
  deliveries: Deliveries,
  now: Date,
): Json {
  const related = { registry, deliveries, now };
  const shown: Json = { ...row.wire, ...(row.deleted ? { deleted: true } : {}) };
  if (row.kind === "campaigns") shown.delivery_status = orValid(campaignReasons(row, related));
  if (row.kind === "adsquads") {
    shown.delivery_status = orValid(squadReasons(row, related));
    shown.targeting_reach_status = "VALID";
  }
  if (row.kind === "ads") {
    const creative = registry.find("creatives", String(row.wire.creative_id));
    const review = reviewAd(row, creative, now);
    shown.review_status = review.status;
    shown.review_status_reasons = review.reasons;
    shown.delivery_status = orValid(adReasons(row, related));
  }
  if (row.kind === "creatives") {
    const isPending = reviewAd(row, row, now).status === "PENDING";
    shown.review_status = isPending ? "PENDING_REVIEW" : "APPROVED";
    shown.packaging_status = "SUCCESS";
  }
  return shown;
}

function orValid(reasons: string[]): string[] {
  return reasons.length > 0 ? reasons : ["VALID"];
}

const DEMO_CREATED_AT = "2025-01-05T08:00:00.000Z";

export function presentAccount(account: DemoAccount, identity: Identity): Json {
  return {
    id: account.id,
    created_at: DEMO_CREATED_AT,
    updated_at: DEMO_CREATED_AT,
    name: account.name,
    type: "PARTNER",
    status: account.status,
    organization_id: identity.organization.id,
    funding_source_ids: [account.fundingId],
    currency: account.currency,
    timezone: account.timezone,
    advertiser: identity.organization.name,
    advertiser_organization_id: identity.organization.id,
    billing_type: "IO",
    roles: [identity.role],
  };
}

export function presentOrganization(identity: Identity, withAccounts: boolean): Json {
  return {
    id: identity.organization.id,
    created_at: DEMO_CREATED_AT,
    updated_at: DEMO_CREATED_AT,
    name: identity.organization.name,
    country: "SA",
    locality: "Riyadh",
    type: "ENTERPRISE",
    state: "ACTIVE",
    roles: [identity.role === "admin" ? "admin" : "member"],
    my_display_name: identity.name,
    my_invited_email: identity.email,
    ...(withAccounts
      ? { ad_accounts: identity.accounts.map((account) => presentAccount(account, identity)) }
      : {}),
  };
}

export function presentFunding(account: DemoAccount, identity: Identity): Json {
  return {
    id: account.fundingId,
    created_at: DEMO_CREATED_AT,
    updated_at: DEMO_CREATED_AT,
    type: "CREDIT_CARD",
    card_type: "VISA",
    last_4: "1111",
    name: `${account.name} card`,
    status: account.fundingStatus,
    currency: account.currency,
    organization_id: identity.organization.id,
    daily_spend_limit_micro: 50_000_000_000,
    daily_spend_limit_currency: account.currency,
  };
}

export function presentPixel(account: DemoAccount): Json {
  return {
    id: account.pixelId,
    created_at: DEMO_CREATED_AT,
    updated_at: DEMO_CREATED_AT,
    name: `${account.name} pixel`,
    ad_account_id: account.id,
    effective_status: "ACTIVE",
    status: "ACTIVE",
  };
}

export function presentProfile(profile: Identity["profiles"][number], identity: Identity): Json {
  return {
    id: profile.id,
    organization_id: identity.organization.id,
    display_name: profile.displayName,
    snap_user_name: profile.userName,
    profile_type: "PUBLIC",
    profile_tier: "TIER_1",
    logo_urls: {},
  };
}
