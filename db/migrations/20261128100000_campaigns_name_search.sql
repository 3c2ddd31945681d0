-- A part of a campaign's name is found without reading every name: each two and three letters that follow one another in
-- it, hashed with the merchant, so that one merchant's search never meets the names of another. Written with functions of
-- the core: the letters of pg_trgm depend on the database's locale, and it is not in every storage.

create function campaigns.name_grams(merchant_id text, name text) returns int[]
language sql immutable strict parallel safe as $$
  select array_agg(hashtext(merchant_id || substr(name, start, 2))) || array_agg(hashtext(merchant_id || substr(name, start, 3)))
  from generate_series(1, length(name) - 1) start
$$;

-- A search reads what was not yet merged into the index one by one: it is kept short.
create index campaigns_by_name_grams on campaigns.campaigns
  using gin (campaigns.name_grams(merchant_id, name_folded)) with (gin_pending_list_limit = 256);
