import type { Call, Resumable } from "../../shared/contract.ts";
import { describeAnswer, type KindDescription, type Schema, toJsonSchema } from "./openapi-kinds.ts";

const header = (name: string, schema: Schema, description?: string): Schema => ({
  name,
  in: "header",
  required: true,
  schema,
  ...(description ? { description } : {}),
});
const count = { type: "integer", minimum: 0 };
const version = header("Tus-Resumable", { const: "1.0.0" });
const upload = { name: "upload", in: "path", required: true, schema: { type: "string" } };
const offset = { "Upload-Offset": { schema: count }, "Upload-Expires": { schema: { type: "string" } } };
const known = ["base.upload_version_not_supported", "base.upload_expired"];

/** What tus adds to the operations of a resumable call, by their methods. */
export function describeUploadRequest(
  call: Call,
  { metadata, maxBytes }: Resumable,
  method: string,
): KindDescription {
  switch (method) {
    case "POST": {
      const pairs = {
        ...header("Upload-Metadata", { type: "string" }, "Pairs `name base64`, separated by commas"),
        "x-pairs": toJsonSchema(metadata, "input"),
      };
      const location = { Location: { schema: { type: "string" } } };
      return {
        parameters: [version, header("Upload-Length", { ...count, maximum: maxBytes }), pairs],
        responses: { 201: { description: "The upload's address is in Location", headers: location } },
        refusals: known,
      };
    }
    case "PATCH": {
      const content = { "application/offset+octet-stream": { schema: {} } };
      return {
        parameters: [version, upload, header("Upload-Offset", count)],
        requestBody: { required: true, content },
        responses: { 204: { description: "The part is stored", headers: offset } },
        refusals: [...known, "base.upload_offset_wrong", "base.upload_busy"],
      };
    }
    case "HEAD": {
      const headers = { ...offset, "Upload-Length": { schema: count } };
      const responses = { 200: { description: "How many bytes have arrived", headers } };
      return { parameters: [version, upload], responses, refusals: known };
    }
    case "DELETE": {
      const responses = { 204: { description: "The upload is discarded" } };
      return { parameters: [version, upload], responses, refusals: [...known, "base.upload_busy"] };
    }
    case "OPTIONS": {
      const responses = { 204: { description: "Tus-Version, Tus-Extension and Tus-Max-Size" } };
      return { parameters: [], responses, refusals: [] };
    }
    default: {
      const refusals = ["base.upload_expired", "base.upload_busy", "base.upload_not_complete"];
      return { ...describeAnswer(call.answer), parameters: [upload], refusals };
    }
  }
}
