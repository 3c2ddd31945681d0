import { defineConfig } from "vitest/config";

/** Two rooms: the server's tests in Node, the web's in a pretend browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "server",
          environment: "node",
          include: ["src/**/*.test.ts", "sandbox/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["src/**/web/**"],
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
          include: ["src/**/web/**/*.test.{ts,tsx}"],
          pool: "forks",
          maxWorkers: 2,
          retry: process.env.CI ? 1 : 0,
          testTimeout: 20_000,
        },
      },
    ],
  },
});
