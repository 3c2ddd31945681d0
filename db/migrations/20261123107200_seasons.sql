-- What staff set about seasons. The calendar itself and the starting values are in the code; these rows are the exceptions.

create schema seasons;

-- The day by which a Hijri month was announced earlier or later than the table of Umm al-Qura says.
create table seasons.month_corrections (
  hijri_year int not null check (hijri_year between 1446 and 1464),
  hijri_month int not null check (hijri_month between 1 and 12),
  shift_days int not null check (abs(shift_days) = 1),
  primary key (hijri_year, hijri_month)
);

-- What a result costs in a phase of a season, in basis points of its usual cost.
create table seasons.cost_factors (
  season text not null,
  phase text not null,
  factor_basis_points int not null check (factor_basis_points between 5000 and 50000),
  primary key (season, phase)
);

-- Who of the staff changed what. Entries are never edited.
create table seasons.changes (
  id bigint generated always as identity primary key,
  staff_id text not null,
  subject text not null,
  before int,
  after int,
  changed_at timestamptz not null
);
