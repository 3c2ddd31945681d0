import { defineConfig } from "vitest/config";

/** Two projects: the server's tests in Node, the web's in jsdom. The slowest files are listed at the end. */
export default defineConfig({
  test: {
    reporters: ["default", "./scripts/slow-tests.ts"],
    projects: [
      {
        test: {
          name: "server",
          environment: "node",
          include: ["src/**/*.test.ts", "sandbox/**/*.test.ts", "scripts/**/*.test.ts"],
          // `npm test` runs the modules' tests on a PostgreSQL server, in a run of their own.
          exclude: ["src/**/web/**", ...(process.env.WITHOUT_MODULES ? ["src/modules/**"] : [])],
          pool: "forks",
          maxWorkers: 2,
          retry: process.env.CI ? 1 : 0,
          testTimeout: 30_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: "web",
          environment: "jsdom",
          include: ["src/**/web/**/*.test.{ts,tsx}", "src/app/staff/**/*.test.tsx"],
          pool: "forks",
          maxWorkers: 2,
          retry: process.env.CI ? 1 : 0,
          testTimeout: 20_000,
        },
      },
    ],
  },
});
