import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { composeTestApp } from "../testing/compose-test-app.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
const { groups } = parse(read("deploy/prometheus/alerts.yaml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
type Panel = { title: string; targets: { expr: string }[] };
const { panels } = JSON.parse(read("deploy/grafana/rawaj.json")) as { panels: Panel[] };
const expressions = [
  ...rules.map(({ alert, expr }) => ({ place: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ place: title, expr }))),
];

/** The metrics that an expression reads; `⚠` where it is no PromQL. */
function listMetrics(expression: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter({ name, type, from, to }) {
      if (type.isError) found.push(`⚠ ${expression.slice(from, to + 20)}`);
      if (name === "Identifier" && type.name === "Identifier") found.push(expression.slice(from, to));
    },
  });
  return found;
}

/** The labels by which an expression selects or groups, `le` and those that Prometheus adds left out. */
function listLabels(expression: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter({ name, from, to }) {
      if (name === "LabelName") found.push(expression.slice(from, to));
    },
  });
  return found.filter((label) => !["le", "instance", "job"].includes(label));
}

let close: () => Promise<void>;
/** Every metric that a product exports, with its labels; histograms by each of their series. */
const exported = new Map<string, readonly string[]>();
beforeAll(async () => {
  const app = await composeTestApp();
  close = app.close;
  for (const metric of await app.meters.registry.getMetricsAsArray()) {
    const {
      name,
      type,
      labelNames = [],
    } = metric as unknown as {
      name: string;
      type: string;
      labelNames?: string[];
    };
    const isHistogram = String(type) === "histogram";
    for (const series of isHistogram ? ["_bucket", "_sum", "_count"] : [""])
      exported.set(`${name}${series}`, labelNames);
  }
});
afterAll(() => close());

describe("alert rules and dashboards", () => {
  it("read metrics and labels that the product exports, in PromQL", () => {
    expect(expressions.length).toBeGreaterThan(40);
    const wrong = expressions.flatMap(({ place, expr }) => {
      const metrics = listMetrics(expr);
      const known = new Set(metrics.flatMap((name) => exported.get(name) ?? []));
      return [
        ...(metrics.length === 0 ? [`${place}: no metric`] : []),
        ...metrics.filter((name) => name !== "up" && !exported.has(name)).map((name) => `${place}: ${name}`),
        ...listLabels(expr)
          .filter((label) => !known.has(label))
          .map((label) => `${place}: label ${label}`),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it("are told from expressions that are wrong", () => {
    expect(listMetrics("sum(rate(clicks_total[5m]")).toEqual(
      expect.arrayContaining([expect.stringMatching("⚠")]),
    );
    expect(listMetrics("max by (queue) (job_queue_age_seconds)")).toEqual(["job_queue_age_seconds"]);
    expect(listLabels('sum by (queue) (job_seconds{outcome="failed"})').sort()).toEqual(["outcome", "queue"]);
  });

  it("have a page each in the runbook, and the runbook no other", () => {
    const toPage = (alert: string) =>
      `docs/runbook/${alert.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}.md`;
    expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(
      rules.map(({ alert }) => toPage(alert)),
    );
    const pages = globSync("docs/runbook/*.md", { cwd: root }).filter(
      (page) => !/back-up|rotate-keys|README/.test(page),
    );
    expect(pages.sort()).toEqual(rules.map(({ alert }) => toPage(alert)).sort());
    for (const page of pages) {
      expect(read(page), page).toMatch(/What it means[\s\S]*What to look at[\s\S]*What to do/);
      for (const [, target = ""] of read(page).matchAll(/\]\(([\w./-]+\.md)\)/g))
        expect(existsSync(join(root, "docs/runbook", target)), `${page}: ${target}`).toBe(true);
    }
    for (const { labels, annotations } of rules) {
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(annotations.summary).not.toBe("");
    }
  });
});

const files = globSync("src/**/*.ts", { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/web\/|\/testing\/|\.suite\.ts$/.test(file),
);
const toNames = (text: string) => [...text.matchAll(/`([\w*]+)`/g)].map(([, name = ""]) => name);
const readCells = (page: string, column: number) =>
  read(page)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) => toNames(line.split("|")[column] ?? ""));

describe("the page of metrics", () => {
  it("explains every metric of ours with its labels, and no other", () => {
    const ours = new Map(
      [...exported]
        .filter(([name]) => !/^(process|nodejs)_/.test(name) && !/_(sum|count)$/.test(name))
        .map(([name, labels]) => [name.replace(/_bucket$/, ""), labels]),
    );
    const listed = readCells("docs/metrics.md", 1).filter((name) => !name.endsWith("*"));
    expect(listed.sort()).toEqual([...ours.keys()].sort());
    const labels = new Set(readCells("docs/metrics.md", 2));
    expect(new Set([...ours.values()].flat())).toEqual(labels);
  });
});

describe("the page of log lines", () => {
  it("lists every field that is logged", () => {
    const listed = new Set(readCells("docs/logs.md", 1));
    const unlisted = files.flatMap((file) =>
      listLoggedFields(read(file))
        .filter((field) => !listed.has(field))
        .map((field) => `${file}: ${field}`),
    );
    expect(unlisted).toEqual([]);
  });

  it("has a meaning for every alarm", () => {
    const listed = new Set(readCells("docs/runbook/alarm-raised.md", 1));
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/\balarm: "(\w+)"|\balarm\(deps, payment, "(\w+)"\)/g)].map(
        ([, field, argument]) => field ?? argument ?? "",
      ),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((alarm) => !listed.has(alarm))).toEqual([]);
  });
});

/** The names in the objects that are given to a log. */
function listLoggedFields(source: string): string[] {
  return [...source.matchAll(/\b\w*[lL]og\.(?:debug|info|warn|error)\(\s*\{([^{}]*)\}/g)].flatMap(
    ([, fields = ""]) =>
      fields
        .split(",")
        .map((field) => /^\s*(\w+)\s*(?::|$)/.exec(field)?.[1])
        .filter((name) => name !== undefined),
  );
}
