import { z } from "zod";
import { address, count, networks, port } from "#base/server/settings.ts";
import { vendorSettings } from "./settings.vendors.ts";

const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: "must be postgres://user:password@host:port/database" })
  .optional();
const flag = z.enum(["on", "off"], { error: "must be on or off" });

/**
 * The settings of the program and of its adapters, read from the environment; each module declares its own in its
 * manifest. The README lists all of them for people.
 */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  ROLE: z
    .enum(["all", "web", "jobs", "redirect"], { error: "must be all, web, jobs or redirect" })
    .default("all"),
  HOST: z.string().default("127.0.0.1"),
  PORT: port(3000),
  PUBLIC_URL: address.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  TRUSTED_PROXIES: networks,

  /** Folder of the built web. */
  WEB_DIR: z.string().default("dist/web"),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: postgresUrl,
  /** The server itself, when DATABASE_URL leads through a pooler in transaction mode. */
  DATABASE_DIRECT_URL: postgresUrl,
  /** A streaming replica that lists, reports, search and exports are read from while it is at most so far behind. */
  DATABASE_READ_URL: postgresUrl,
  DATABASE_READ_LAG_SECONDS: count(10),
  /** On without a pooler, off with one, when not set. */
  DATABASE_NAMED_STATEMENTS: flag.optional(),
  /** One connection is held while another works during the start. */
  DATABASE_POOL: count(16, 2),
  EMBEDDED_IN_PRODUCTION: flag.default("off"),
  SECRET_KEYS: z.string().optional(),
  MAX_CONNECTIONS: count(15_000),
  MAX_CONNECTIONS_PER_ADDRESS: count(1_000),
  /** Days of Strict-Transport-Security; only sent where PUBLIC_URL is https. */
  HSTS_DAYS: count(365, 0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w\-.~+/=]{16,512}$/, { error: "must be 16 to 512 letters, digits or -._~+/=" })
    .optional(),
  WORLD_CLOCK_URL: address.optional(),

  /** Traces, under the names that OpenTelemetry gave these settings; without an address none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a share from 0 to 1" })
    .min(0, { error: "must be a share from 0 to 1" })
    .max(1, { error: "must be a share from 0 to 1" })
    .default(0.1),

  /**
   * Sites given by merchants (WooCommerce, their own) are only called at public addresses, except hosts listed here for
   * tests.
   */
  ALLOW_PRIVATE_SITES: flag.default("off"),
  DEMO_AHEAD: flag.default("on"),

  HELP_CHAT_URL: address.optional(),
  TERMS_URL: address.optional(),
  PRIVACY_URL: address.optional(),

  ...vendorSettings,
});

/** The settings as they are read, before what depends on several of them. */
export type ReadSettings = z.output<typeof settingsSchema>;
