-- Staff edit plans, packages and coupons. Each change raises the row's revision, so that the second of two who edit at
-- once is told instead of overwriting the first.

alter table billing.plans add column revision int not null default 1 check (revision > 0);
alter table billing.packages add column revision int not null default 1 check (revision > 0);
alter table billing.coupons add column revision int not null default 1 check (revision > 0);

-- Checked at the end of a statement, which may exchange positions.
alter table billing.plans drop constraint plans_position_key;
alter table billing.plans add constraint plans_position unique (position) deferrable initially immediate;
