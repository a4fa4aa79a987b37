-- Suggestions of addresses find people by the beginning of their street (migration saved-people-stay-flat).
alter table saved_people
  add column find_street text collate "C" not null generated always as (left(folded(address1), 60)) stored;
create index saved_by_street on saved_people (site_id, customer_id, find_street, id);
