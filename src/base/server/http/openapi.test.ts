import { expect, it } from "vitest";
import { z } from "zod";
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
