import type { Json } from "../shared/field-table.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import { notFound } from "./errors.ts";
import { BID_RULES } from "./facts.ts";
import { beginsWith, ids, isRequested, listParams, paginate } from "./lists.ts";
import { boolean, oneOf, parseParams, text } from "./params.ts";
import { type Call, type Context, type Handler, type Route, requireAccount, route } from "./router.ts";

const DEMO_CREATED_AT = "2025-01-05T08:00:00Z";
const stamps = { created_at: DEMO_CREATED_AT, updated_at: DEMO_CREATED_AT, deleted: false };

/** The account data: accounts, roles, funding instruments, promotable users, web event tags. */
export function accountRoutes({ registry }: Context): Route[] {
  const inAccount =
    (idsField: string, listRows: (account: DemoAccount) => Json[]): Handler =>
    (call) => {
      const account = requireAccount(call, registry);
      const params = parseParams({ ...listParams, [idsField]: ids }, call.rawParams);
      const rows = listRows(account).filter((row) => isRequested(params[idsField], String(row.id)));
      return paginate(
        params,
        account.id,
        rows.map((presented) => ({ presented, isDeleted: false })),
      );
    };
  return [
    route("GET", "/accounts", "global", listAccounts),
    route("GET", "/accounts/:account_id", "read", (call) => {
      const params = parseParams({ with_deleted: { read: boolean } }, call.rawParams);
      const account = requireAccount(call, registry);
      return { params: { account_id: account.id, ...params }, data: presentAccount(account) };
    }),
    route("GET", "/accounts/:account_id/authenticated_user_access", "read", (call) => {
      const account = requireAccount(call, registry);
      return { params: { account_id: account.id }, data: presentAccess(call.identity) };
    }),
    route(
      "GET",
      "/accounts/:account_id/funding_instruments",
      "read",
      inAccount("funding_instrument_ids", (account) => [presentFunding(account)]),
    ),
    route("GET", "/accounts/:account_id/funding_instruments/:funding_instrument_id", "read", (call) => {
      const account = requireAccount(call, registry);
      const requestedId = call.path.funding_instrument_id ?? "";
      if (requestedId !== account.fundingId) throw notFound("Funding Instrument", requestedId);
      const params = { account_id: account.id, funding_instrument_id: requestedId };
      return { params, data: presentFunding(account) };
    }),
    route(
      "GET",
      "/accounts/:account_id/promotable_users",
      "read",
      inAccount("promotable_user_ids", (account) => [presentPromotable(account)]),
    ),
    route(
      "GET",
      "/accounts/:account_id/web_event_tags",
      "read",
      inAccount("web_event_tag_ids", (account) => [presentTag(account)]),
    ),
    route("GET", "/bidding_rules", "targeting", (call) => {
      const params = parseParams({ currency: { read: oneOf(["SAR", "USD"]) } }, call.rawParams);
      return { params, data: [presentBidRules(String(params.currency ?? "USD"))] };
    }),
  ];
}

function listAccounts(call: Call) {
  const params = parseParams({ ...listParams, account_ids: ids, q: { read: text(255) } }, call.rawParams);
  const rows = call.identity.accounts
    .filter((account) => isRequested(params.account_ids, account.id) && beginsWith(account.name, params.q))
    .map((account) => ({ presented: presentAccount(account), isDeleted: false }));
  return paginate(params, null, rows);
}

function presentAccount(account: DemoAccount): Json {
  return {
    id: account.id,
    name: account.name,
    business_name: null,
    timezone: account.timezone,
    timezone_switch_at: "2025-01-04T21:00:00Z",
    business_id: null,
    approval_status: account.approval,
    industry_type: "RETAIL",
    ...stamps,
  };
}

function presentAccess(identity: Identity): Json {
  return { user_id: identity.userId, permissions: identity.permissions };
}

function presentFunding(account: DemoAccount): Json {
  return {
    id: account.fundingId,
    type: "CREDIT_CARD",
    description: "Visa ending in 1111",
    currency: account.currency,
    entity_status: "ACTIVE",
    able_to_fund: account.isFunded,
    reasons_not_able_to_fund: account.isFunded ? [] : ["PAYMENT_METHOD_EXPIRED"],
    credit_limit_local_micro: null,
    credit_remaining_local_micro: null,
    funded_amount_local_micro: null,
    io_header: null,
    start_time: DEMO_CREATED_AT,
    end_time: null,
    ...stamps,
  };
}

function presentPromotable(account: DemoAccount): Json {
  const { id: ownId, userId, type } = account.promotable;
  return { id: ownId, user_id: userId, promotable_user_type: type, ...stamps };
}

/** The base tag of an account, to which its event tags belong. */
export const toBaseTag = ({ id }: { id: string }): string => `b${id}`;

function presentTag(account: DemoAccount): Json {
  return {
    id: account.webEventTagId,
    website_tag_id: toBaseTag(account),
    name: "Purchase",
    type: "PURCHASE",
    status: "VERIFIED",
    click_window: 30,
    view_through_window: 1,
    auto_created: false,
    ...stamps,
  };
}

function presentBidRules(currency: string): Json {
  return {
    currency,
    minimum_cpe_bid_local_micro: BID_RULES.minimum,
    maximum_cpe_bid_local_micro: BID_RULES.maximum,
    minimum_denomination: BID_RULES.denomination,
  };
}

/** Filters that several lists share. */
export const byParent = { line_item_ids: ids, campaign_ids: ids, funding_instrument_ids: ids };
