-- The media library: files are found by name, belong to an original, have a chosen poster frame, and know where they
-- are used.

alter table creative.media
  -- file_name as fold() of base/shared/fold.ts writes it, for search and order.
  add column name_folded text collate "C" not null default '',
  -- A file cut out of another one of the merchant's: which, for which place, and the cut rectangle in the original's
  -- pixels.
  add column original_id text,
  add column crop jsonb,
  -- Videos: the second whose frame is the thumbnail; null while the thumbnail is a drawn sign.
  add column poster_seconds double precision check (poster_seconds >= 0),
  add constraint media_crop_of_original check ((original_id is null) = (crop is null)),
  add constraint media_poster_of_video check (poster_seconds is null or kind = 'video'),
  add constraint media_original foreign key (original_id, merchant_id) references creative.media (id, merchant_id);

-- What fold() does to the names uploaded so far.
update creative.media set name_folded = trim(regexp_replace(
  translate(
    regexp_replace(lower(file_name),
      '[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]', '', 'g'),
    'آأإٱىئیؤةک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااايييوهك01234567890123456789'),
  '\s+', ' ', 'g'));
alter table creative.media alter column name_folded drop default;

create index media_by_name on creative.media (merchant_id, name_folded, id);
create index media_by_size on creative.media (merchant_id, bytes, id);
create index media_of_original on creative.media (original_id) where original_id is not null;

-- The ads that show a file, as the campaigns module tells in the transaction that changes the ad. A file in use cannot
-- be deleted.
create table creative.media_uses (
  merchant_id text not null,
  ad_id text not null,
  ad_group_id text not null,
  campaign_id text not null,
  -- The ad's.
  name text not null,
  media_id text not null,
  used_at timestamptz not null,
  primary key (merchant_id, ad_id),
  foreign key (media_id, merchant_id) references creative.media (id, merchant_id)
);
create index media_uses_of_media on creative.media_uses (media_id, ad_id);
create index media_uses_of_campaign on creative.media_uses (merchant_id, campaign_id);

insert into creative.media_uses (merchant_id, ad_id, ad_group_id, campaign_id, name, media_id, used_at)
select a.merchant_id, a.id, a.ad_group_id, a.campaign_id, a.name, a.media_id, a.updated_at
from campaigns.ads a
join campaigns.ad_groups g on g.id = a.ad_group_id
join campaigns.campaigns c on c.id = a.campaign_id
join creative.media m on m.id = a.media_id and m.merchant_id = a.merchant_id
where a.status <> 'deleted' and g.status <> 'deleted' and c.status <> 'deleted';
