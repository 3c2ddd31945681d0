import sharp from "sharp";
import type { RowFields } from "#modules/library/contract/staff-library.calls.ts";

type Row = Pick<RowFields, "reference" | "type"> & Partial<RowFields>;

/** Rows for the pictures alone: the product ships none, because an ad of the library is somebody's real ad. */
const rows: Row[] = [
  {
    reference: "رمضان-014",
    type: "image",
    season: "ramadan",
    style: "product_shot",
    platform: "snapchat",
    sector: "dates_food",
    ad_day: "2026-02-20" as Row["ad_day"],
    link: "https://ads.example/ramadan-014",
    editor: "ريم الشهري",
    writer: "عبدالله القرني",
    notes: "السعر في أول ثانية، والهدية في آخرها.",
    hook: "price",
    proof: "reviews",
    offer: "gift",
    call_to_action: "order_now",
  },
  {
    reference: "اليوم الوطني-003",
    type: "image",
    season: "national_day",
    style: "offer_card",
    platform: "meta",
    sector: "perfumes",
    editor: "ريم الشهري",
    hook: "occasion",
    offer: "bundle",
    call_to_action: "shop_now",
  },
  {
    reference: "White Friday 22 – a reference longer than its card",
    type: "image",
    season: "white_friday",
    style: "comparison",
    platform: "tiktok",
    sector: "electronics",
    hook: "number",
    proof: "guarantee",
    offer: "discount",
    call_to_action: "learn_more",
  },
  {
    reference: "قهوة-101",
    type: "image",
    style: "lifestyle",
    platform: "x",
    sector: "coffee",
    hook: "question",
  },
  { reference: "نص-007", type: "text", platform: "google", sector: "services" },
];

const colours = ["#17624b", "#c45a32", "#7a6128", "#5d574d"];

/** Adds the rows as staff do, with a drawn picture for each that has one. Returns their ids. */
export async function addLibraryRows(product: string, token: string): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, row] of rows.entries()) {
    const { id } = await send<{ id: string }>(product, token, "rows", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...nothing, ...row }),
    });
    ids.push(id);
    if (row.type === "text") continue;
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(await draw(at))], { type: "image/png" }), "ad.png");
    await send(product, token, `rows/${id}/file`, { body });
  }
  return ids;
}

const nothing: Omit<RowFields, "reference" | "type"> = {
  link: null,
  ad_day: null,
  season: null,
  style: null,
  platform: null,
  sector: null,
  editor: "",
  writer: "",
  notes: "",
  hook: null,
  proof: null,
  offer: null,
  call_to_action: null,
};

async function send<Data>(product: string, token: string, path: string, init: RequestInit): Promise<Data> {
  const response = await fetch(`${product}/Staff/AdsLibrary/${path}`, {
    method: "POST",
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });
  const envelope = (await response.json()) as { error: boolean; messages: string[]; data: Data };
  if (envelope.error) throw new Error(`${path}: ${envelope.messages.join(" ")}`);
  return envelope.data;
}

/** A poster of simple shapes, 1080×1920 or square. */
const draw = (at: number): Promise<Buffer> => {
  const [width, height] = at % 2 === 0 ? [540, 960] : [800, 800];
  const colour = colours[at % colours.length];
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#f3ebdd"/>
    <circle cx="${width / 2}" cy="${height * 0.42}" r="${width * 0.3}" fill="${colour}"/>
    <rect x="${width * 0.15}" y="${height * 0.78}" width="${width * 0.7}" height="${height * 0.07}" rx="20" fill="${colour}"/>
    <rect x="${width * 0.3}" y="${height * 0.89}" width="${width * 0.4}" height="${height * 0.03}" rx="10" fill="#8d8578"/>
  </svg>`;
  return sharp(Buffer.from(shapes)).png().toBuffer();
};
