import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

/** The files of `deploy/` as what they describe, for their tests. */
const root = join(import.meta.dirname, "..");
export const readFile = (path: string): string => readFileSync(join(root, path), "utf8");

type Tree = { [key: string]: unknown };
export type ComposeService = {
  image: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: string;
  volumes?: string[];
  tmpfs?: string[];
  secrets?: (string | { source: string })[];
  networks?: string[] | Record<string, { aliases?: string[]; ipv4_address?: string }>;
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
};
type Compose = {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
  volumes: Tree;
  networks: Tree;
};

/** `deploy/compose.yaml` with its merge keys resolved. */
export const readCompose = (): Compose => parse(readFile("deploy/compose.yaml"), { merge: true }) as Compose;

export type Probe = { httpGet: { path: string; port: string } };
export type Container = {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string; value: string }[];
  envFrom: ({ configMapRef: { name: string } } | { secretRef: { name: string } })[];
  ports?: { name: string; containerPort: number }[];
  securityContext: Tree;
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  volumeMounts: { name: string; mountPath: string }[];
  resources: { requests: Tree; limits: Tree };
};
type PodSpec = {
  terminationGracePeriodSeconds?: number;
  securityContext: Tree;
  containers: Container[];
  volumes: { name: string }[];
};
/** One object of `deploy/kubernetes`: the parts that the tests read, each present on the kinds that have it. */
export type Manifest = {
  kind: string;
  metadata: { name: string };
  data: Record<string, string>;
  spec: Tree & { template: { metadata: { labels: Record<string, string> }; spec: PodSpec } };
};

type Kustomization = { resources: string[]; images: { name: string; newTag: string }[] };
export const readKustomization = () =>
  parse(readFile("deploy/kubernetes/kustomization.yaml")) as Kustomization;

/** Every object that `kubectl apply -k deploy/kubernetes` would apply. */
export const readManifests = (): Manifest[] =>
  readKustomization().resources.flatMap((file) =>
    parseAllDocuments(readFile(`deploy/kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
  );

/** One instruction of the Containerfile: its lines joined, without its comments. */
export type Instruction = { name: string; text: string };

export const readContainerfile = (): Instruction[] =>
  readFile("deploy/Containerfile")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [name = "", ...rest] = line.split(" ");
      return { name, text: rest.join(" ").trim() };
    });

/** What the image sets in the environment of every process. */
export const readImageEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    readContainerfile()
      .filter(({ name }) => name === "ENV")
      .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split("=") as [string, string])),
  );

/** The lines of a file of settings, `NAME=value`. */
export const parseEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
