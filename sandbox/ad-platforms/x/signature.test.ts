import { expect, test } from "vitest";
import { computeSignature, parseAuthorization, percentEncode, signatureBase } from "./signature.ts";

/** docs.x.com, X API, OAuth 1.0a, creating a signature: the published example. */
test("X's own example gives the signature that X publishes", () => {
  const parameters: [string, string][] = [
    ["include_entities", "true"],
    ["status", "Hello Ladies + Gentlemen, a signed OAuth request!"],
    ["oauth_consumer_key", "xvz1evFS4wEEPTGEFPHBog"],
    ["oauth_nonce", "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", "1318622958"],
    ["oauth_token", "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"],
    ["oauth_version", "1.0"],
  ];
  const url = new URL("https://api.x.com/1.1/statuses/update.json");
  const secrets = [
    "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
    "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
  ] as const;
  expect(computeSignature(signatureBase("POST", url, parameters), ...secrets)).toBe(
    "Ls93hJiZbQ3akF3HF3x1Bz8/zU4=",
  );
});

test("Arabic, spaces and the characters that URLs leave unescaped are all encoded", () => {
  expect(percentEncode("حملة 1!*'()~-._")).toBe("%D8%AD%D9%85%D9%84%D8%A9%201%21%2A%27%28%29~-._");
});

test("parameters are sorted by encoded name, then value, and a non-default port is signed", () => {
  const url = new URL("http://localhost:3900/x-ads/12/accounts?b=1");
  const base = signatureBase("get", url, [
    ["b", "2"],
    ["a", "x y"],
    ["b", "1"],
  ]);
  expect(base).toBe("GET&http%3A%2F%2Flocalhost%3A3900%2Fx-ads%2F12%2Faccounts&a%3Dx%2520y%26b%3D1%26b%3D2");
});

test("a header is parsed field by field, and anything else is refused", () => {
  expect(parseAuthorization('OAuth oauth_token="a%20b", oauth_nonce="1"')?.get("oauth_token")).toBe("a b");
  for (const header of [undefined, "Bearer x", "OAuth oauth_token=a", 'OAuth a="%E0"'])
    expect(parseAuthorization(header)).toBeNull();
});
