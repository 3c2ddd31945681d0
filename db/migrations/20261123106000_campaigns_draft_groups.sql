-- A draft holds several ad groups with several ads, each with a key of its own, and one daily budget for all platforms
-- with each platform's share of it. Drafts written before have one group with one ad, and a budget for each platform.
with parts as (
  select d.merchant_id, d.id, p.name, p.part,
    coalesce((p.part #>> '{own,daily_budget_halalas}')::numeric, 0) as budget,
    sum(coalesce((p.part #>> '{own,daily_budget_halalas}')::numeric, 0)) over (partition by d.merchant_id, d.id) as total,
    count(*) over (partition by d.merchant_id, d.id) as platforms,
    row_number() over (partition by d.merchant_id, d.id order by p.name) as number
  from campaigns.drafts d, jsonb_each(coalesce(d.content -> 'platforms', '{}')) as p (name, part)
),
shares as (
  select *, case when total > 0 then floor(budget * 10000 / total)::int else 10000 / platforms::int end as share from parts
),
rewritten as (
  select merchant_id, id, max(total) as total,
    jsonb_object_agg(name, jsonb_build_object(
      'own', (coalesce(part -> 'own', '{}') - 'daily_budget_halalas') || jsonb_build_object('budget_share', greatest(0, least(10000,
        -- What rounding leaves goes to the first platform.
        share + case when number = 1 then 10000 - all_shares else 0 end))),
      'differs', jsonb_build_object(
        'campaign', coalesce(part #> '{differs,campaign}', '{}'),
        'ad_groups', case when coalesce(part #> '{differs,ad_group}', '{}') = '{}' then '{}'::jsonb
          else jsonb_build_object('group-1', part #> '{differs,ad_group}') end,
        'ads', case when coalesce(part #> '{differs,ad}', '{}') = '{}' then '{}'::jsonb
          else jsonb_build_object('ad-1', part #> '{differs,ad}') end))) as platforms
  from (select *, sum(share) over (partition by merchant_id, id) as all_shares from shares) counted
  group by merchant_id, id
)
update campaigns.drafts d
set content = jsonb_build_object(
  'campaign', coalesce(d.content -> 'campaign', '{}') || case when coalesce(r.total, 0) > 0
    then jsonb_build_object('daily_budget_halalas', r.total) else '{}'::jsonb end,
  'ad_groups', jsonb_build_array(coalesce(d.content -> 'ad_group', '{}') || jsonb_build_object('key', 'group-1',
    'ads', jsonb_build_array(coalesce(d.content -> 'ad', '{}') || '{"key": "ad-1"}'::jsonb))),
  'platform', coalesce(d.content -> 'platform', 'null'),
  'platforms', coalesce(r.platforms, '{}'))
from campaigns.drafts old left join rewritten r on r.merchant_id = old.merchant_id and r.id = old.id
where d.merchant_id = old.merchant_id and d.id = old.id and not d.content ? 'ad_groups';
