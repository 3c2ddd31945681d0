import { type Json, listOf, objectOf, oneOf, text } from "../shared/field-table.ts";
import { badParameter, notThere } from "./errors.ts";
import { checkedBody, failAfterHalf, keepNewOf } from "./keep.ts";
import { onlyKnown } from "./query.ts";
import type { Kept, Room } from "./registry.ts";
import { advertiserIn, type Call, type Route } from "./router.ts";
import { id } from "./rules.ts";

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

/** Call-to-action portfolios: the groups of buttons that a Smart+ ad under a TikTok account chooses from. */
export function portfolioRoutes(room: Room): Route[] {
  const route = (method: "GET" | "POST", path: string, handle: Route["handle"]): Route => ({
    method,
    path,
    scope: "creative",
    handle,
  });
  return [
    route("GET", "/creative/cta/recommend/", (call) => recommend(room, call)),
    route("POST", "/creative/portfolio/create/", (call) => create(room, call)),
    route("GET", "/creative/portfolio/get/", (call) => get(room, call)),
  ];
}

export function portfolioIn(room: Room, accountId: string, portfolioId: unknown): Kept | undefined {
  const row = room.registry.find("portfolios", String(portfolioId));
  return row?.account_id === accountId ? row : undefined;
}

/** "SHOP_NOW" of a portfolio's first button, or null. */
export function buttonOf(portfolio: Kept | undefined): string | null {
  const [first] = (portfolio?.wire.portfolio_content ?? []) as { asset_content: string }[];
  return first ? first.asset_content.toUpperCase().replaceAll(" ", "_") : null;
}

function recommend(room: Room, { query, ...call }: Call): Json {
  onlyKnown(query, [
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
  advertiserIn({ query, ...call }, query.get("advertiser_id"), room.registry);
  const missing = ["objective_type", "promotion_type"].find((name) => !query.get(name));
  if (missing || query.get("new_version") !== "true")
    throw badParameter(`${missing ?? "new_version"}: Missing data for required field`);
  return { recommend_assets: RECOMMENDED };
}

function create(room: Room, call: Call): Json {
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
  const account = advertiserIn(call, body.advertiser_id, room.registry);
  const content = body.portfolio_content as typeof RECOMMENDED;
  const strange = content.find(
    ({ asset_ids }) => !RECOMMENDED.some((each) => each.asset_ids[0] === asset_ids[0]),
  );
  if (strange) throw badParameter(`portfolio_content: asset ${strange.asset_ids[0]} does not exist`);
  const portfolioId = room.registry.nextId();
  const wire = {
    creative_portfolio_id: portfolioId,
    creative_portfolio_type: "CTA",
    portfolio_content: content,
  };
  keepNewOf(room, "portfolios", portfolioId, account.id, wire);
  failAfterHalf(room, call);
  return { creative_portfolio_id: portfolioId };
}

function get(room: Room, call: Call): Json {
  onlyKnown(call.query, ["advertiser_id", "creative_portfolio_id"]);
  const account = advertiserIn(call, call.query.get("advertiser_id"), room.registry);
  const asked = call.query.get("creative_portfolio_id");
  const portfolio = portfolioIn(room, account.id, asked);
  if (!portfolio) throw notThere("Portfolio", String(asked));
  return portfolio.wire;
}
