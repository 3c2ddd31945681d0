-- Why a campaign's money is held: so many of the platform's most expensive days, of so many halalas each. Null where
-- the amount is not such a product, as while the days under a larger budget are not settled.
alter table wallet.holds add column explanation jsonb;
