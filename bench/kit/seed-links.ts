import type { Driver } from "#base/server/db/db.ts";

export const firstLink = 10_000_000;
export const linkCount = 10_000;

/** Ten thousand links of a hundred merchants, like those of ads. */
export async function seedLinks(driver: Driver): Promise<void> {
  await driver.query(
    `insert into tracking.links (id, merchant_id, ad_id, ad_group_id, campaign_id, platform, destination, created_at)
     select n::text, 'mer_bench_' || n % 100, 'ad_bench_' || n, 'adg_bench_' || n / 5, 'cmp_bench_' || n / 20,
       'snapchat', 'https://shop.example/p/' || n, now()
     from generate_series($1::int, $1::int + $2::int - 1) n on conflict do nothing`,
    [firstLink, linkCount],
  );
}

/** A phone's headers: what a person who taps an ad sends. */
export const phone = {
  "user-agent":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Snapchat/13.9.0.46",
  "accept-language": "ar-SA,ar;q=0.9",
};
