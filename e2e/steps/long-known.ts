import type { FullConfig } from "@playwright/test";
import { signUp } from "#app/testing/merchant.ts";
import { freshMobile } from "./fresh-mobile.ts";

const place = (project: string) => `STORIES_KNOWN_${project.toUpperCase().replaceAll("-", "_")}`;

/** A merchant who signed up before all stories, one for each project: a number that got a code must wait a minute for the next. */
export function longKnownMobile(project: string): string {
  return process.env[place(project)] ?? "";
}

async function signUpEarly({ projects, metadata }: FullConfig) {
  for (const { name, use } of projects) {
    const mobile = freshMobile();
    await signUp({ product: use.baseURL ?? "", sandbox: String(metadata.sandbox) }, mobile);
    process.env[place(name)] = mobile;
  }
}
// biome-ignore lint/style/noDefaultExport: the runner takes what is done before all stories from here
export default signUpEarly;
