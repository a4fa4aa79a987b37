-- What searches and sorts compare: lower case without accents, so that "nunez" finds Núñez and Élise follows Elena. The
-- last line is for letters that have no accent to take off. Most names are ASCII, which takes no longer than `lower`.
create function folded(words text) returns text language sql immutable parallel safe
  return case when octet_length(words) = char_length(words) then lower(words) else
    replace(replace(replace(lower(translate(
      regexp_replace(normalize(words, NFD), '[\u0300-\u036f]', '', 'g'),
      'ØøŁłĐđıÆŒ', 'oollddiæœ')), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss') end;

-- Long lists are sorted and searched by their indexes alone. Row-level security lets only plain comparisons of
-- columns use an index, and only an index of columns answers without reading the rows: so these are columns, not
-- expressions, and in the order of bytes, so that texts with the same beginning are next to each other.
drop index recipients_by_name;
drop index recipients_by_email;
drop index recipients_found_by_name;
drop index recipients_found_by_email;
alter table card_recipient_details
  drop column search_text,
  drop column find_name,
  drop column find_email,
  add column search_text text not null
    generated always as (folded(first_name || ' ' || last_name || ' ' || email || ' ' || city || ' ' || zip)) stored,
  add column find_name text collate "C" not null
    generated always as (left(folded(last_name || ' ' || first_name), 60)) stored,
  add column find_first text collate "C" not null
    generated always as (left(folded(first_name || ' ' || last_name), 60)) stored,
  add column find_email text collate "C" not null generated always as (left(folded(email), 60)) stored,
  add column find_city text collate "C" not null generated always as (left(folded(city), 60)) stored,
  add column find_zip text collate "C" not null generated always as (left(folded(zip), 60)) stored;

create index recipients_found_by_name on card_recipient_details (site_id, find_name, card_item_id);
create index recipients_found_by_email on card_recipient_details (site_id, find_email, card_item_id);
create index recipients_by_name on card_recipient_details (site_id, card_item_id, find_name, position);
create index recipients_by_first_name on card_recipient_details (site_id, card_item_id, find_first, position);
create index recipients_by_email on card_recipient_details (site_id, card_item_id, find_email, position);
create index recipients_by_city on card_recipient_details (site_id, card_item_id, find_city, position);
create index recipients_by_zip on card_recipient_details (site_id, card_item_id, find_zip, position);
-- Few values, written in the order of positions: these cost an import next to nothing.
create index recipients_by_state on card_recipient_details (site_id, card_item_id, state, position);
create index recipients_by_amount on card_recipient_details (site_id, card_item_id, amount_cents, position);
