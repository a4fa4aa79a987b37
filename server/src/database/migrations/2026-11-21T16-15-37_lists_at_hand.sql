-- A list of 100,000 people at hand: found and sorted without being read whole, changed in a few statements,
-- and as it was before when a repair of it is stopped.

-- What a search looks through. Kept ready: folding the case of a whole list took most of each search.
alter table card_recipient_details add column search_text text not null
  generated always as (lower(first_name || ' ' || last_name || ' ' || email || ' ' || city || ' ' || zip)) stored;

-- Cut: an index takes no long text, and a cell may be as long as its file had it.
create index recipients_by_name on card_recipient_details
  (site_id, card_item_id, (left(lower(last_name), 60)), (left(lower(first_name), 60)), position);
create index recipients_by_email on card_recipient_details
  (site_id, card_item_id, (left(lower(email), 100)), position);

-- The codes of a person's problems, each once, and 'warning' if one of them is.
create function codes_of(problems jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct said.code), '{}') from (
    select problem ->> 'code' as code from jsonb_array_elements(problems) problem
    union all
    select 'warning' from jsonb_array_elements(problems) problem where problem ->> 'severity' = 'warning'
  ) said
$$;

-- Without what is said of some fields.
create function problems_but(problems jsonb, fields text[]) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(problem order by nth), '[]')
  from jsonb_array_elements(problems) with ordinality as said (problem, nth)
  where not problem ->> 'field' = any (fields)
$$;

-- The people a repaired file has replaced, until it is read to its end.
alter table recipient_changes add column import_id bigint;
create index recipient_changes_of_import on recipient_changes (site_id, import_id) where import_id is not null;

-- People of an import with nothing to fix and no amount: ready once their card has a value for everyone.
alter table csv_card_item_imports add column rows_without_amount integer not null default 0;
