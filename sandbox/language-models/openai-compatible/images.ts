import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import sharp from "sharp";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import type { World } from "../../base/world.ts";
import { findRefusal, refuse, type TakeFault } from "./refuse.ts";

/** The newer one always answers with base64 and refuses to be asked for it; the older one answers with an address. */
const models = { newer: "rawaj-picture-1", older: "rawaj-picture-0" };
const sizes = ["1024x1024", "1024x1536", "1536x1024"] as const;

const shape = z.strictObject({
  model: z.string().min(1),
  prompt: z.string().min(1).max(32_000),
  n: z.number().int().min(1).max(1).optional(),
  size: z.enum(sizes),
  quality: z.enum(["low", "medium", "high", "auto"]).optional(),
  response_format: z.enum(["url", "b64_json"]).optional(),
  user: z.string().optional(),
});

/** `POST /v1/images/generations` of a server compatible with OpenAI's. */
export const generateImage =
  (world: World, takeFault: TakeFault) => async (request: FastifyRequest, reply: FastifyReply) => {
    const input = checkBody(shape, request.body);
    if (!input.ok) {
      const [problem] = input.problems;
      return refuse(reply, 400, `Invalid value for '${problem?.field}': ${problem?.detail}`, {
        param: problem?.field ?? null,
      });
    }
    const { model, prompt, size, quality, response_format: format } = input.value;
    if (model !== models.newer && model !== models.older)
      return refuse(reply, 404, `The model '${model}' does not exist`, { code: "model_not_found" });
    if (model === models.newer && format)
      return refuse(reply, 400, "Unknown parameter: 'response_format'.", { param: "response_format" });
    if (model === models.older && quality)
      return refuse(reply, 400, "Invalid value for 'quality'", { param: "quality" });
    const refusal = findRefusal(request, takeFault, "moderation_blocked");
    if (refusal) return refuse(reply, refusal.status, refusal.message, refusal);
    const [width = 0, height = 0] = size.split("x").map(Number);
    const created = Math.floor(world.now().getTime() / 1_000);
    if (model === models.older && format !== "b64_json")
      return reply.send({ created, data: [{ url: "https://pictures.example/1.png" }] });
    const picture = await drawPicture(prompt, width, height);
    return reply.send({
      created,
      size,
      output_format: "png",
      data: [{ b64_json: picture.toString("base64") }],
    });
  };

/** A sky over dunes, in colours of the prompt's SHA-256, which stands in its description. */
function drawPicture(prompt: string, width: number, height: number): Promise<Buffer> {
  const hash = createHash("sha256").update(prompt).digest();
  const hue = ((hash[0] ?? 0) * 360) / 256;
  const line = height * (0.55 + (hash[1] ?? 0) / 1_500);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="a" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue}, 45%, 32%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360}, 60%, 78%)"/>
    </linearGradient>
    <rect width="100%" height="100%" fill="url(#a)"/>
    <circle cx="${width * 0.7}" cy="${line * 0.7}" r="${width * 0.12}" fill="hsl(${(hue + 50) % 360}, 80%, 88%)"/>
    <path d="M0 ${line} Q ${width / 2} ${line - height * 0.12} ${width} ${line + height * 0.05} V ${height} H 0 Z" fill="hsl(${(hue + 20) % 360}, 40%, 45%)"/>
    <path d="M0 ${line + height * 0.16} Q ${width * 0.7} ${line} ${width} ${line + height * 0.2} V ${height} H 0 Z" fill="hsl(${hue}, 42%, 34%)"/>
  </svg>`;
  return sharp(Buffer.from(svg))
    .withExif({ IFD0: { ImageDescription: hash.toString("hex") } })
    .png()
    .toBuffer();
}
