import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { openPages } from "../testing/fake-server.tsx";
import { type ComingName, comingPages } from "./coming-names.ts";
import { Coming } from "./coming-page.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

beforeEach(() => setupI18n("en", { en: { coming: en }, ar: { coming: ar } }));
afterEach(cleanup);

const names = Object.keys(comingPages) as ComingName[];

test.each(names)("the page of %s says that it is still to come and has no button", async (what) => {
  const { link } = comingPages[what];
  await openPages({ "/here": () => <Coming what={what} /> }, "/here");
  expect(await screen.findByRole("heading", { level: 1, name: en[what].title })).toBeTruthy();
  expect(screen.getByText(en.tag)).toBeTruthy();
  expect(screen.getByText(en[what].lead)).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(en[what].points.length);
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.queryAllByRole("link").map((one) => one.getAttribute("href"))).toEqual(link ? [link] : []);
});

test.each(names)("the words of %s speak of what will be, in both languages", (what) => {
  expect(en[what].lead).toMatch(/\bwill\b/);
  expect(ar[what].lead).toMatch(/(^|\s)و?س/);
});
