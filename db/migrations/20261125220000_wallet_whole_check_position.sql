-- How far the check of the whole is inside the account it stopped at: a very large one takes more than one run.
alter table wallet.whole_check add column position jsonb;
