import { type Json, listOf, objectOf, oneOf, text } from "../shared/field-table.ts";
import { badParameter, notFound } from "./errors.ts";
import { rejectUnknownParams } from "./query.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser } from "./router.ts";
import { id } from "./rules.ts";
import { checkedBody, failIfHalfDone, insertAsset } from "./stored-objects.ts";

/** The buttons TikTok recommends for a web shop; "Call now" is not among them. */
const RECOMMENDED = [
  "Shop now",
  "Order now",
  "Learn more",
  "Sign up",
  "Subscribe",
  "Book now",
  "Apply now",
  "Download now",
  "Contact us",
  "Watch now",
].map((asset_content, index) => ({ asset_content, asset_ids: [String(201_781 + index)] }));

/** Call-to-action portfolios: the groups of buttons for a Smart+ ad under a TikTok account. */
export function portfolioRoutes(context: Context): Route[] {
  const route = (method: "GET" | "POST", path: string, handle: Route["handle"]): Route => ({
    method,
    path,
    scope: "creative",
    handle,
  });
  return [
    route("GET", "/creative/cta/recommend/", (call) => recommend(context, call)),
    route("POST", "/creative/portfolio/create/", (call) => create(context, call)),
    route("GET", "/creative/portfolio/get/", (call) => get(context, call)),
  ];
}

export function findPortfolio(
  context: Context,
  accountId: string,
  portfolioId: unknown,
): StoredObject | undefined {
  const row = context.registry.find("portfolios", String(portfolioId));
  return row?.account_id === accountId ? row : undefined;
}

/** "SHOP_NOW" of a portfolio's first button, or null. */
export function findButton(portfolio: StoredObject | undefined): string | null {
  const [first] = (portfolio?.wire.portfolio_content ?? []) as { asset_content: string }[];
  return first ? first.asset_content.toUpperCase().replaceAll(" ", "_") : null;
}

function recommend(context: Context, { query, ...call }: Call): Json {
  rejectUnknownParams(query, [
    "advertiser_id",
    "new_version",
    "objective_type",
    "promotion_type",
    "language",
    "placements",
    "region_codes",
    "optimization_goal",
    "ad_texts",
    "landing_page_url",
  ]);
  requireAdvertiser({ query, ...call }, query.get("advertiser_id"), context.registry);
  const missing = ["objective_type", "promotion_type"].find((name) => !query.get(name));
  if (missing || query.get("new_version") !== "true")
    throw badParameter(`${missing ?? "new_version"}: Missing data for required field`);
  return { recommend_assets: RECOMMENDED };
}

function create(context: Context, call: Call): Json {
  const body = checkedBody(call, {
    advertiser_id: { rule: id, required: true },
    creative_portfolio_type: { rule: oneOf(["CTA"]), required: true },
    portfolio_content: {
      required: true,
      rule: listOf(
        objectOf({
          asset_content: { rule: text(40), required: true },
          asset_ids: { rule: listOf(id, { min: 1, max: 50 }), required: true },
        }),
        { min: 1, max: 50 },
      ),
    },
  });
  const account = requireAdvertiser(call, body.advertiser_id, context.registry);
  const content = body.portfolio_content as typeof RECOMMENDED;
  const unexpected = content.find(
    ({ asset_ids }) => !RECOMMENDED.some((each) => each.asset_ids[0] === asset_ids[0]),
  );
  if (unexpected) throw badParameter(`portfolio_content: asset ${unexpected.asset_ids[0]} does not exist`);
  const portfolioId = context.registry.nextId();
  const wire = {
    creative_portfolio_id: portfolioId,
    creative_portfolio_type: "CTA",
    portfolio_content: content,
  };
  insertAsset(context, "portfolios", portfolioId, account.id, wire);
  failIfHalfDone(context, call);
  return { creative_portfolio_id: portfolioId };
}

function get(context: Context, call: Call): Json {
  rejectUnknownParams(call.query, ["advertiser_id", "creative_portfolio_id"]);
  const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
  const portfolioParam = call.query.get("creative_portfolio_id");
  const portfolio = findPortfolio(context, account.id, portfolioParam);
  if (!portfolio) throw notFound("Portfolio", String(portfolioParam));
  return portfolio.wire;
}
