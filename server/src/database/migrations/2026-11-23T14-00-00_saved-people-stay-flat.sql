-- Saved people are sorted and searched by indexes alone, like recipients (migration lists-that-stay-flat). Each index of
-- a search has the name too, by which what it finds is sorted.
drop index saved_by_name;
alter table saved_people
  add column find_name text collate "C" not null
    generated always as (left(folded(last_name || ' ' || first_name), 60)) stored,
  add column find_first text collate "C" not null
    generated always as (left(folded(first_name || ' ' || last_name), 60)) stored,
  add column find_email text collate "C" not null generated always as (left(folded(email), 60)) stored,
  add column find_city text collate "C" not null generated always as (left(folded(city), 60)) stored,
  add column find_zip text collate "C" not null generated always as (left(folded(zip), 60)) stored;
create index saved_by_name on saved_people (site_id, customer_id, find_name, id);
create index saved_by_first_name on saved_people (site_id, customer_id, find_first, id) include (find_name);
create index saved_by_email on saved_people (site_id, customer_id, find_email, id) include (find_name);
create index saved_by_city on saved_people (site_id, customer_id, find_city, id) include (find_name);
create index saved_by_zip on saved_people (site_id, customer_id, find_zip, id) include (find_name);

-- A copy of its people's names, so that an index of the list leads to any page.
alter table recipient_list_people add column find_name text collate "C" not null default '';
update recipient_list_people member set find_name = person.find_name
from saved_people person where person.site_id = member.site_id and person.id = member.person_id;
create index list_people_by_name on recipient_list_people (site_id, list_id, find_name, person_id);

alter table recipient_lists add column people_count integer not null default 0;
update recipient_lists list set people_count = (
  select count(*) from recipient_list_people member
  where member.site_id = list.site_id and member.list_id = list.id
);
