import { expect, it } from "vitest";
import { z } from "zod";
import { testAbility } from "#base/testing/abilities.ts";
import { events, file, stream } from "../../shared/answer-kinds.ts";
import { defineCalls } from "../../shared/contract.ts";
import { buildOpenApi } from "./openapi.ts";

const calls = defineCalls({
  "GET Clients/Things/open": { summary: "Open to anybody", access: "public", answer: z.string() },
  "GET Clients/Things/own": { summary: "One's own", access: "signed-in", answer: z.string() },
});

it("a public operation says explicitly that it needs no bearer", () => {
  const { paths } = buildOpenApi(calls, () => 400) as {
    paths: Record<string, { get: { security: unknown } }>;
  };
  expect(paths["/Clients/Things/open"]?.get.security).toEqual([]);
  expect(paths["/Clients/Things/own"]?.get.security).toEqual([{ bearer: [] }]);
});

type Operation = {
  security: object[];
  parameters: { name: string }[];
  requestBody?: { content: object };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
};

const ofEveryKind = defineCalls({
  "GET Clients/Things/{id}/picture": {
    summary: "A picture",
    access: { signedOr: testAbility("things", "read") },
    params: z.object({ id: z.string() }),
    answer: file({ types: ["image/png"], ranges: true }),
  },
  "GET Clients/Things/text": { summary: "A text", access: "signed-in", answer: stream(z.string()) },
  "GET things": {
    summary: "Events",
    access: "signed-in",
    answer: events({ made: z.object({ id: z.string() }) }),
  },
  "POST Clients/Things/uploads": {
    summary: "An upload",
    access: "signed-in",
    resumable: { metadata: z.object({ filename: z.string() }), maxBytes: 10, hours: 1 },
    answer: z.object({ id: z.string() }),
  },
});

it("calls of every kind are described with their content types, their parameters and their refusals", () => {
  const { paths } = buildOpenApi(ofEveryKind, () => 400) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const find = (path: string, method = "get") => {
    const operation = paths[path]?.[method];
    if (!operation) throw new Error(`${method} ${path} is not described`);
    return operation;
  };
  const listTypes = (path: string) => Object.keys(find(path).responses[200]?.content ?? {});

  const picture = find("/Clients/Things/{id}/picture");
  expect(picture.security).toEqual([{ signature: [] }, { bearer: [] }]);
  expect(Object.keys(picture.responses[206]?.content ?? {})).toEqual(["image/png"]);
  expect(picture.responses[416]?.description).toBe("base.range_outside");
  expect(picture.parameters.map(({ name }) => name)).toEqual(["id", "x-app-language", "Range"]);
  expect(find("/Clients/Things/{id}/picture", "head").security).toEqual(picture.security);

  expect(listTypes("/Clients/Things/text")).toEqual(["application/x-ndjson"]);
  expect(listTypes("/things")).toEqual(["text/event-stream"]);
  expect(JSON.stringify(find("/things"))).toContain('"event":{"const":"made"}');

  expect(Object.keys(find("/Clients/Things/uploads", "post").responses)).toContain("201");
  const upload = "/Clients/Things/uploads/{upload}";
  expect(Object.keys(paths[upload] ?? {}).sort()).toEqual(["delete", "get", "head", "patch"]);
  expect(find(upload, "patch").requestBody?.content).toHaveProperty("application/offset+octet-stream");
  expect(find(upload, "patch").responses[409]?.description).toBe(
    "base.merchant_switched, base.upload_offset_wrong",
  );
  expect(listTypes(upload)).toEqual(["application/json"]);
});
