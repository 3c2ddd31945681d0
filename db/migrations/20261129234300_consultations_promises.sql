-- Promises of each consultant that were measured, all merchants' together.
create index advice_measured_by_consultant on consultations.advice (proposed_by) include (is_kept) where is_kept is not null;
