import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { parseMultipart } from "../../base/mount.ts";
import { findRefusal, refuse, type TakeFault } from "./refuse.ts";

export const SPEECH_MODEL = "rawaj-speech-1";
const MAX_BYTES = 25 * 1_048_576;

/** What is heard, by the recording's hash: a merchant who describes a campaign, a text, or a change of a design. */
const spoken = {
  ar: [
    "أبغى إعلانًا لعبايات الدوام لنساء الرياض وجدة بميزانية 200 ريال يوميًا لمدة أسبوع",
    "اكتب لي إعلانًا قصيرًا للموظفات، خفيفًا وبدون مبالغة",
    "كبّر السعر واجعل الخلفية أفتح",
    "نبغى حملة لعطور الرجال في الشرقية قبل اليوم الوطني",
  ],
  en: [
    "An ad for work abayas, for women in Riyadh and Jeddah, 200 riyals a day for a week",
    "Write me a short ad for women who work, light and without exaggeration",
    "A bigger price and a lighter background",
    "A campaign for men's perfume in the Eastern Province before National Day",
  ],
};

const extensions = ["flac", "mp3", "mp4", "mpeg", "mpga", "m4a", "ogg", "wav", "webm"];
const fields = ["file", "model", "language", "prompt", "response_format", "temperature"];

/** `POST /v1/audio/transcriptions` of a server compatible with OpenAI's, answering with `json`. */
export const transcribe = (takeFault: TakeFault) => async (request: FastifyRequest, reply: FastifyReply) => {
  const form = await parseMultipart(request).catch(() => null);
  if (!form) return refuse(reply, 400, "Could not parse multipart form");
  const unknown = [...form.keys()].find((name) => !fields.includes(name));
  if (unknown) return refuse(reply, 400, `Unrecognized request argument: ${unknown}`, { param: unknown });
  const file = form.get("file");
  if (!(file instanceof File)) return refuse(reply, 400, "Missing file", { param: "file" });
  if (form.get("model") !== SPEECH_MODEL)
    return refuse(reply, 404, `The model '${form.get("model")}' does not exist`, { code: "model_not_found" });
  if ((form.get("response_format") ?? "json") !== "json")
    return refuse(reply, 400, "response_format must be json for this model", { param: "response_format" });
  const language = form.get("language") ?? "ar";
  if (language !== "ar" && language !== "en")
    return refuse(reply, 400, "Language is not supported", { param: "language" });
  if (file.size > MAX_BYTES) return refuse(reply, 413, "Maximum content size limit (26214400) exceeded");
  const bytes = Buffer.from(await file.arrayBuffer());
  if (bytes.length === 0) return refuse(reply, 400, "Audio file is empty", { param: "file" });
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!extensions.includes(extension) || !isAudio(bytes))
    return refuse(reply, 400, "Invalid file format", { param: "file" });
  const refusal = findRefusal(request, takeFault, "content_policy_violation");
  if (refusal) return refuse(reply, refusal.status, refusal.message, refusal);
  const hash = createHash("sha256").update(bytes).digest();
  const text = takeFault(request, "silence") ? "" : (spoken[language][(hash[0] ?? 0) % 4] ?? "");
  return reply.send({ text, usage: { type: "duration", seconds: toSeconds(bytes) } });
};

/** The starts of the containers that browsers and files have. */
function isAudio(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 4);
  return (
    ["RIFF", "OggS", "fLaC", "ID3\u0003", "ID3\u0004"].includes(start) ||
    bytes.toString("latin1", 4, 8) === "ftyp" ||
    bytes.readUInt32BE(0) === 0x1a45dfa3 ||
    (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)
  );
}

/** A WAV file says its bytes in a second; other files are taken for 4 KB of each. */
function toSeconds(bytes: Buffer): number {
  const isWave = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.length > 44;
  return Math.max(1, Math.round(bytes.length / (isWave ? bytes.readUInt32LE(28) : 4_096)));
}
