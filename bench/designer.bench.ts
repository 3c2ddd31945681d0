import sharp from "sharp";
import { placementNames } from "#modules/designer/contract/designer-enums.ts";
import { composeDesign } from "#modules/designer/domain/compose-design.ts";
import { renderDesign } from "#modules/designer/server/render/render-design.ts";
import { median } from "./kit/alternate.ts";
import { atMost, type Pace, type Report } from "./kit/report.ts";

/** One design in all six sizes, one after the other, as PNG. */
export async function designer({ rounds }: Pace): Promise<Report> {
  const picture = await sharp({
    create: {
      width: 1_600,
      height: 1_600,
      channels: 3,
      background: "#b8863b",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
  const content = {
    language: "ar",
    headline: "عِطرٌ يَسبِقُك وأثَرٌ يَبقى",
    subline: "دهن عود كمبودي معتّق 12 مل",
    store: "نورة للعطور",
    priceHalalas: 34_900,
    logoRatio: null,
  } as const;
  const style = { main: "#0f4a38", soft: "#f6ecd9", accent: "#c9973f", font: "Cairo", motif: null } as const;
  const draw = async () => {
    const begun = performance.now();
    for (const placement of placementNames)
      await renderDesign(composeDesign("arch", placement, content, style), { picture, format: "png" });
    return (performance.now() - begun) / 1_000;
  };
  const first = await draw();
  const raw: number[] = [];
  for (let round = 0; round < rounds; round += 1) raw.push(await draw());
  const seconds = median(raw);
  return {
    title: "A design in six sizes",
    setting: `A photograph of 1600 × 1600 pixels, layout "arch", six placements as PNG, ${rounds} rounds after a first one of ${first.toFixed(2)} s that starts the thread.`,
    findings: [atMost("six sizes of one design", `median of ${rounds}`, seconds, 3, "s")],
    raw,
  };
}
