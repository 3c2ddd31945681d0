import type OpenAI from "openai";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { PictureModel, PictureShape } from "#modules/designer/server/picture-model.port.ts";
import { askTwice, type Endpoint, makeClient } from "./client.ts";

export type PictureSettings = Endpoint & {
  /** Millionths of a riyal. */
  pictureMicroSar: number;
  /** As the endpoint names it ("medium"); null sends none. */
  quality: string | null;
  /** Whether base64 has to be asked for: GPT image models always answer with it, and refuse the field. */
  asksForBase64: boolean;
  /** How long a picture may take. */
  timeoutMs: number;
};

type Parameters = OpenAI.Images.ImageGenerateParamsNonStreaming;

/** The sizes that every GPT image model draws. */
const sizes: Record<PictureShape, NonNullable<Parameters["size"]>> = {
  square: "1024x1024",
  portrait: "1024x1536",
  landscape: "1536x1024",
};

/** Picture models behind `/images/generations` as OpenAI defined it. Its quirks: QUIRKS.md. */
export function makePictureModel(settings: PictureSettings): PictureModel {
  const { name, model, quality, asksForBase64, pictureMicroSar, timeoutMs } = settings;
  const load = makeClient(settings, timeoutMs);
  return {
    name,
    pictureMicroSar,
    async generate({ prompt, shape, signal }) {
      const { images } = await load();
      const body: Parameters = {
        model,
        prompt,
        n: 1,
        size: sizes[shape],
        ...(quality ? { quality: quality as NonNullable<Parameters["quality"]> } : {}),
        ...(asksForBase64 ? { response_format: "b64_json" as const } : {}),
      };
      const answer = await askTwice(async () => images.generate(body, { signal }), {
        name,
        refusedKey: "designer:background_refused",
        signal,
      });
      const picture = answer?.data?.[0]?.b64_json;
      if (!picture) throw new AdapterFault("later", { reason: `${name}: an answer without a picture` });
      return Buffer.from(picture, "base64");
    },
  };
}
