-- One search over what a merchant has: a row for each object that has a name, kept by the database itself beside the row
-- that it describes (docs/decisions/0310). Numbers of orders and of transactions are not here: their owners find them.

create schema search;

-- The same as `fold` in src/base/shared/fold.ts. What is stored and what is typed both go through this one.
create function search.fold(text text) returns text
language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(normalize(translate(
    regexp_replace(lower(normalize(text, nfkc)), U&'[\0610-\061a\064b-\065f\0670\06d6-\06ed\0640]', '', 'g'),
    U&'\0622\0623\0625\0671\0649\0626\06cc\0624\0629\06a9٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    U&'\0627\0627\0627\0627\064a\064a\064a\0648\0647\064301234567890123456789'), nfkc), '\s+', ' ', 'g'))
$$;

-- Each two and three letters that follow one another in a word, hashed with the merchant and the kind (the scope), so that
-- a search meets neither another merchant's objects nor those of a kind that it does not ask for.
create function search.grams(scope text, folded text) returns int[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(hashtext(scope || gram)), '{}') from (
    select substr(folded, start, size) as gram
    from generate_series(1, length(folded) - 1) start, generate_series(2, 3) size
  ) cut where strpos(gram, ' ') = 0
$$;

-- Those that an object must have to hold all words: three letters each, or both of a word of two.
create function search.query_grams(scope text, folded text) returns int[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(hashtext(scope || substr(word, start, 3))), '{}')
  from string_to_table(folded, ' ') word, generate_series(1, greatest(1, length(word) - 2)) start
  where length(word) >= 2
$$;

-- Each word of letters, and the beginning of a longer one, whole and with any one letter left out, without the article:
-- two spellings that differ by one letter share one of these. Numbers have none: another number is another thing.
create function search.spellings(scope text, folded text) returns int[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(hashtext(scope || '~' || case when gap = 0 then stem
    else left(stem, gap - 1) || substr(stem, gap + 1) end)), '{}')
  from (
    select unnest(case when length(bare) > 5 then array[left(bare, 20), left(bare, 5)] else array[bare] end) as stem
    from (
      select case when word like 'ال____%' then substr(word, 3) else word end as bare
      from string_to_table(folded, ' ') word where word !~ '[0-9]'
    ) words where length(bare) >= 4
  ) stems, generate_series(0, length(stem)) gap
$$;

create table search.documents (
  -- Empty for what every merchant sees: the rows of the ads library.
  merchant_id text not null,
  kind text not null,
  id text not null,
  title text not null,
  -- What it is found by beside its title, and what is shown under it: a headline, a product code, a project.
  detail text not null,
  -- Where its page needs it: an ad group's campaign, an ad's ad group.
  parent_id text,
  folded text not null generated always as (search.fold(title || ' ' || detail)) stored,
  created_at timestamptz not null,
  primary key (merchant_id, kind, id)
);
create index documents_newest on search.documents (merchant_id, kind, created_at desc, id desc);
-- A search reads what was not yet merged into an index one by one: it is kept short.
create index documents_by_grams on search.documents
  using gin (search.grams(merchant_id || '/' || kind, folded)) with (gin_pending_list_limit = 256);
create index documents_by_spellings on search.documents
  using gin (search.spellings(merchant_id || '/' || kind, folded)) with (gin_pending_list_limit = 256);

create procedure search.put(merchant text, kind_of text, object text, name text, more text, parent text, made timestamptz)
language plpgsql as $$
begin
  insert into search.documents (merchant_id, kind, id, title, detail, parent_id, created_at)
  values (merchant, kind_of, object, left(name, 300), left(coalesce(more, ''), 300), parent, coalesce(made, now()))
  on conflict (merchant_id, kind, id) do update
    set title = excluded.title, detail = excluded.detail, parent_id = excluded.parent_id
    where (documents.title, documents.detail, documents.parent_id)
      is distinct from (excluded.title, excluded.detail, excluded.parent_id);
end $$;

create procedure search.drop(merchant text, kind_of text, object text)
language plpgsql as $$
begin
  delete from search.documents where merchant_id = merchant and kind = kind_of and id = object;
end $$;

create function search.follow_campaign() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.status = 'deleted' then
    call search.drop(old.merchant_id, 'campaign', old.id);
    delete from search.documents where merchant_id = old.merchant_id and kind = 'ad_group'
      and id in (select id from campaigns.ad_groups where campaign_id = old.id);
    delete from search.documents where merchant_id = old.merchant_id and kind = 'ad'
      and id in (select id from campaigns.ads where campaign_id = old.id);
  else
    call search.put(new.merchant_id, 'campaign', new.id, new.name, new.client_campaign_id, null, new.created_at);
  end if;
  return null;
end $$;
create trigger search_inserts after insert on campaigns.campaigns
  for each row when (new.status <> 'deleted') execute function search.follow_campaign();
create trigger search_updates after update on campaigns.campaigns
  for each row when ((old.name, old.client_campaign_id, old.status = 'deleted')
    is distinct from (new.name, new.client_campaign_id, new.status = 'deleted'))
  execute function search.follow_campaign();
create trigger search_deletes after delete on campaigns.campaigns for each row execute function search.follow_campaign();

create function search.follow_ad_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.status = 'deleted' then
    call search.drop(old.merchant_id, 'ad_group', old.id);
  else
    call search.put(new.merchant_id, 'ad_group', new.id, new.name, null, new.campaign_id, new.created_at);
  end if;
  return null;
end $$;
create trigger search_inserts after insert on campaigns.ad_groups
  for each row when (new.status <> 'deleted') execute function search.follow_ad_group();
create trigger search_updates after update on campaigns.ad_groups
  for each row when ((old.name, old.status = 'deleted') is distinct from (new.name, new.status = 'deleted'))
  execute function search.follow_ad_group();
create trigger search_deletes after delete on campaigns.ad_groups for each row execute function search.follow_ad_group();

create function search.follow_ad() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.status = 'deleted' then
    call search.drop(old.merchant_id, 'ad', old.id);
  else
    call search.put(new.merchant_id, 'ad', new.id, new.name, new.headline, new.ad_group_id, new.created_at);
  end if;
  return null;
end $$;
create trigger search_inserts after insert on campaigns.ads
  for each row when (new.status <> 'deleted') execute function search.follow_ad();
create trigger search_updates after update on campaigns.ads
  for each row when ((old.name, old.headline, old.status = 'deleted')
    is distinct from (new.name, new.headline, new.status = 'deleted'))
  execute function search.follow_ad();
create trigger search_deletes after delete on campaigns.ads for each row execute function search.follow_ad();

-- A link is found by its number too: the one in its address.
create function search.follow_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then call search.drop(old.merchant_id, 'link', old.id);
  else call search.put(new.merchant_id, 'link', new.id, coalesce(nullif(new.name, ''), new.id),
    concat_ws(' ', new.id, nullif(new.project_name, ''), array_to_string(new.tags, ' ')), null, new.created_at);
  end if;
  return null;
end $$;
create trigger search_writes after insert or delete or update of name, project_name, tags on tracking.links
  for each row execute function search.follow_link();

create function search.follow_product() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.status = 'gone' then call search.drop(old.merchant_id, 'product', old.id);
  else call search.put(new.merchant_id, 'product', new.id, new.name, new.sku, null, null);
  end if;
  return null;
end $$;
create trigger search_inserts after insert on stores.products
  for each row when (new.status <> 'gone') execute function search.follow_product();
create trigger search_updates after update on stores.products
  for each row when ((old.name, old.sku, old.status = 'gone') is distinct from (new.name, new.sku, new.status = 'gone'))
  execute function search.follow_product();
create trigger search_deletes after delete on stores.products for each row execute function search.follow_product();

-- Invoices are never changed.
create function search.follow_invoice() returns trigger language plpgsql as $$
begin
  call search.put(new.merchant_id, 'invoice', new.id, new.number, concat_ws(' ', new.title_ar, new.title_en), null,
    new.issued_at);
  return null;
end $$;
create trigger search_inserts after insert on billing.invoices for each row execute function search.follow_invoice();

create function search.follow_rule() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then call search.drop(old.merchant_id, 'rule', old.id);
  else call search.put(new.merchant_id, 'rule', new.id, new.name, null, null, new.created_at);
  end if;
  return null;
end $$;
create trigger search_writes after insert or delete or update of name on rules.control_rules
  for each row execute function search.follow_rule();

create function search.follow_winner() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then call search.drop(old.merchant_id, 'library_ad', old.ad_id);
  else call search.put(new.merchant_id, 'library_ad', new.ad_id, new.name, null, null, new.entered_at);
  end if;
  return null;
end $$;
create trigger search_writes after insert or delete or update of name on library.winners
  for each row execute function search.follow_winner();

create function search.follow_library_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.archived_at is not null then call search.drop('', 'library_row', old.id);
  else call search.put('', 'library_row', new.id, new.reference, new.notes, null, new.created_at);
  end if;
  return null;
end $$;
create trigger search_inserts after insert on library.rows
  for each row when (new.archived_at is null) execute function search.follow_library_row();
create trigger search_updates after update of reference, notes, archived_at on library.rows
  for each row execute function search.follow_library_row();
create trigger search_deletes after delete on library.rows for each row execute function search.follow_library_row();

create function search.follow_landing_page() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then call search.drop(old.merchant_id, 'landing_page', old.id);
  else call search.put(new.merchant_id, 'landing_page', new.id, coalesce(nullif(new.headline, ''), new.product_name),
    concat_ws(' ', nullif(new.product_name, ''), new.slug), null, new.created_at);
  end if;
  return null;
end $$;
create trigger search_writes after insert or delete or update of headline, product_name on landing_pages.pages
  for each row execute function search.follow_landing_page();

create function search.follow_design() returns trigger language plpgsql as $$
declare
  request record;
begin
  if tg_op = 'DELETE' then
    call search.drop(old.merchant_id, 'design', old.id);
    return null;
  end if;
  select product_name into request from designer.requests
    where merchant_id = new.merchant_id and id = new.request_id;
  call search.put(new.merchant_id, 'design', new.id, coalesce(request.product_name, ''), null, null,
    new.created_at);
  return null;
end $$;
create trigger search_writes after insert or delete on designer.designs
  for each row execute function search.follow_design();

create function search.follow_media() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then call search.drop(old.merchant_id, 'media', old.id);
  else call search.put(new.merchant_id, 'media', new.id, new.file_name, null, null, new.created_at);
  end if;
  return null;
end $$;
create trigger search_writes after insert or delete or update of file_name on creative.media
  for each row execute function search.follow_media();

-- What was there before.
insert into search.documents (merchant_id, kind, id, title, detail, parent_id, created_at)
select merchant_id, kind, id, left(title, 300), left(coalesce(detail, ''), 300), parent_id, created_at from (
  select merchant_id, 'campaign' as kind, id, name as title, client_campaign_id as detail, null as parent_id, created_at
    from campaigns.campaigns where status <> 'deleted'
  union all select g.merchant_id, 'ad_group', g.id, g.name, null, g.campaign_id, g.created_at
    from campaigns.ad_groups g join campaigns.campaigns c on c.id = g.campaign_id
    where g.status <> 'deleted' and c.status <> 'deleted'
  union all select a.merchant_id, 'ad', a.id, a.name, a.headline, a.ad_group_id, a.created_at
    from campaigns.ads a join campaigns.campaigns c on c.id = a.campaign_id
    where a.status <> 'deleted' and c.status <> 'deleted'
  union all select merchant_id, 'link', id, coalesce(nullif(name, ''), id),
    concat_ws(' ', id, nullif(project_name, ''), array_to_string(tags, ' ')), null, created_at from tracking.links
  union all select merchant_id, 'product', id, name, sku, null, now() from stores.products where status <> 'gone'
  union all select merchant_id, 'invoice', id, number, concat_ws(' ', title_ar, title_en), null, issued_at
    from billing.invoices
  union all select merchant_id, 'rule', id, name, null, null, created_at from rules.control_rules
  union all select merchant_id, 'library_ad', ad_id, name, null, null, entered_at from library.winners
  union all select '', 'library_row', id, reference, notes, null, created_at from library.rows where archived_at is null
  union all select merchant_id, 'landing_page', id, coalesce(nullif(headline, ''), product_name),
    concat_ws(' ', nullif(product_name, ''), slug), null, created_at from landing_pages.pages
  union all select d.merchant_id, 'design', d.id, r.product_name, null, null, d.created_at
    from designer.designs d join designer.requests r on r.merchant_id = d.merchant_id and r.id = d.request_id
  union all select merchant_id, 'media', id, file_name, null, null, created_at from creative.media
) found;

-- An order is found by the beginning of its number, with or without the sign that some platforms put before it.
create index orders_by_number on stores.orders (merchant_id, ltrim(reference, '#') text_pattern_ops);
