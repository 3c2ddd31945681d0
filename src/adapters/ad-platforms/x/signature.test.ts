import { describe, expect, it } from "vitest";
import { buildAuthorization, formatQuery } from "./signature.ts";
import { packToken, unpackToken } from "./tokens.ts";

const parseSignature = (header: string) =>
  decodeURIComponent(/oauth_signature="([^"]+)"/.exec(header)?.[1] ?? "");

describe("a signed request", () => {
  it("has the signature that X publishes for its own example", () => {
    const header = buildAuthorization(
      {
        consumerKey: "xvz1evFS4wEEPTGEFPHBog",
        consumerSecret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
      },
      {
        token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
        secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
      },
      {
        method: "POST",
        url: "https://api.x.com/1.1/statuses/update.json",
        parameters: {
          include_entities: "true",
          status: "Hello Ladies + Gentlemen, a signed OAuth request!",
        },
      },
      { now: new Date(1_318_622_958_000), nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg" },
    );
    expect(parseSignature(header)).toBe("Ls93hJiZbQ3akF3HF3x1Bz8/zU4=");
  });

  it("signs an Arabic name among a campaign's parameters", () => {
    const header = buildAuthorization(
      { consumerKey: "ck", consumerSecret: "cs" },
      { token: "tk", secret: "ts" },
      {
        method: "POST",
        url: "https://ads-api.x.com/12/accounts/18ce54d4x5t/campaigns",
        parameters: {
          name: "حملة 1",
          funding_instrument_id: "gabc1",
          daily_budget_amount_local_micro: "200000000",
          entity_status: "PAUSED",
        },
      },
      { now: new Date(1_767_225_600_000), nonce: "abc123" },
    );
    expect(parseSignature(header)).toBe("LPDAYwwyKg5kEd5Bj5QcVh4TabM=");
  });

  it("never uses a nonce twice", () => {
    const nonces = new Set(
      Array.from({ length: 50 }, () =>
        buildAuthorization(
          { consumerKey: "ck", consumerSecret: "cs" },
          { token: null, secret: "" },
          { method: "GET", url: "https://ads-api.x.com/12/accounts" },
          { now: new Date(0) },
        ),
      ).map((header) => /oauth_nonce="([^"]+)"/.exec(header)?.[1]),
    );
    expect(nonces.size).toBe(50);
  });
});

it("a query encodes spaces and plus signs as X reads them", () => {
  expect(formatQuery({ name: "a b+c", q: "[cmp_1]" })).toBe("name=a%20b%2Bc&q=%5Bcmp_1%5D");
});

it("a token and its secret are packed into one string, whatever characters they contain", () => {
  const pair = { token: "12-a:b", secret: "s%:é" };
  expect(unpackToken(packToken(pair))).toEqual(pair);
  expect(() => unpackToken("never-packed")).toThrow("secret");
});
