-- Lists of any length: imports that run as jobs, people compared with each other and with earlier
-- orders, changes of many that can be taken back, and people saved for later orders.

alter table card_recipient_details
  -- The import it came with and its row there; null when added by hand.
  add column import_id bigint,
  add column import_row integer,
  add column edited boolean not null default false,
  -- What two rows of one person share (domain/src/duplicates.ts), as a number; null compares with nobody.
  add column person_key bigint,
  -- The codes of its problems, each once, and 'warning' if one of them is: what a list is filtered by.
  add column codes text[] not null default '{}',
  -- The cells as they came, of a row about which something is to be said: the errors file gives them back.
  add column source jsonb;

update card_recipient_details set codes = (
    select array_agg(distinct said.code) from (
      select problem ->> 'code' as code from jsonb_array_elements(problems) problem
      union all
      select 'warning' from jsonb_array_elements(problems) problem where problem ->> 'severity' = 'warning'
    ) said
  ) where problems <> '[]';

create index recipients_by_person on card_recipient_details (site_id, person_key) where person_key is not null;
create index recipients_with_codes on card_recipient_details (site_id, card_item_id, position) where codes <> '{}';

-- As recipient_tallies: how many people of a block of positions bear which code.
create table recipient_code_tallies (
  site_id bigint not null references sites (id),
  card_item_id bigint not null,
  block integer not null,
  code text not null,
  people integer not null check (people >= 0),
  primary key (site_id, card_item_id, block, code),
  foreign key (site_id, card_item_id) references card_items (site_id, id) on delete cascade
);
insert into recipient_code_tallies (site_id, card_item_id, block, code, people)
  select site_id, card_item_id, position / 512, code, count(*)
  from card_recipient_details, unnest(codes) code group by 1, 2, 3, 4;

create function tally_recipient_codes() returns trigger language plpgsql as $$ begin
  -- Added before removed: on its way a count never passes below zero.
  if tg_op <> 'DELETE' then
    insert into recipient_code_tallies as t (site_id, card_item_id, block, code, people)
      select site_id, card_item_id, position / 512, code, count(*)
      from added, unnest(codes) code where codes <> '{}' group by 1, 2, 3, 4
    on conflict (site_id, card_item_id, block, code) do update set people = t.people + excluded.people;
  end if;
  if tg_op <> 'INSERT' then
    update recipient_code_tallies t set people = t.people - gone.people
      from (
        select site_id, card_item_id, position / 512 as block, code, count(*) as people
        from removed, unnest(codes) code where codes <> '{}' group by 1, 2, 3, 4
      ) gone
      where t.site_id = gone.site_id and t.card_item_id = gone.card_item_id and t.block = gone.block
        and t.code = gone.code;
  end if;
  return null;
end $$;
create trigger recipient_codes_added after insert on card_recipient_details
  referencing new table as added for each statement execute function tally_recipient_codes();
create trigger recipient_codes_changed after update on card_recipient_details
  referencing old table as removed new table as added for each statement execute function tally_recipient_codes();
create trigger recipient_codes_removed after delete on card_recipient_details
  referencing old table as removed for each statement execute function tally_recipient_codes();

alter table csv_card_item_imports
  drop constraint csv_card_item_imports_state_check,
  drop constraint csv_card_item_imports_mode_check,
  add constraint csv_card_item_imports_state_check
    check (state in ('mapping', 'queued', 'reading', 'finished', 'failed', 'cancelled')),
  add constraint csv_card_item_imports_mode_check check (mode in ('append', 'replace', 'repair')),
  -- Where the upload lies; empty once it is of no more use.
  add column file_key text not null default '',
  add column file_kind text not null default 'csv' check (file_kind in ('csv', 'tsv', 'xlsx', 'text')),
  add column file_bytes bigint not null default 0,
  add column sha256 text not null default '',
  -- How it is written: encoding, delimiter, ends of lines.
  add column format jsonb not null default '{}',
  add column sheet text,
  add column has_header boolean not null default true,
  -- Per column: heading, meaning, how it was found, samples.
  add column columns jsonb not null default '[]',
  -- The first rows as cells, for the preview under any mapping.
  add column sample jsonb not null default '[]',
  add column mapping_is_sure boolean not null default true,
  add column repeats_id bigint,
  add column bytes_read bigint not null default 0,
  add column rows_with_warnings integer not null default 0,
  add column problem_counts jsonb not null default '[]',
  add column failure jsonb,
  -- The list's last position when it began: what stands behind it came later.
  add column base_position integer not null default 0,
  -- Everybody is read; what is left to do is not taken back any more.
  add column finishing boolean not null default false,
  -- Whoever reads it says so again and again; once this has passed another reader may go on.
  add column leased_until timestamptz,
  add column started_at timestamptz,
  add column finished_at timestamptz;
update csv_card_item_imports set started_at = created_at, finished_at = created_at;
create index imports_to_read on csv_card_item_imports (site_id, id) where state in ('queued', 'reading');
create index imports_by_content on csv_card_item_imports (site_id, card_item_id, sha256);

-- What a customer said of the columns of a file headed like this one.
create table import_mappings (
  site_id bigint not null references sites (id),
  customer_id bigint not null,
  signature text not null,
  meanings jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (site_id, customer_id, signature),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);

-- A change of many people, with what they were before.
create table recipient_changes (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  card_item_id bigint not null,
  token text not null,
  action text not null check (action in ('set', 'delete', 'edit')),
  -- What 'set' gave them: whoever has something else by now is left alone.
  given jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (site_id, id),
  unique (site_id, token),
  foreign key (site_id, card_item_id) references card_items (site_id, id) on delete cascade
);
create index recipient_changes_by_age on recipient_changes (created_at);
create table recipient_change_rows (
  site_id bigint not null references sites (id),
  change_id bigint not null,
  recipient_id bigint not null,
  -- Null for somebody the change added.
  before jsonb,
  primary key (site_id, change_id, recipient_id),
  foreign key (site_id, change_id) references recipient_changes (site_id, id) on delete cascade
);

create table saved_people (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  -- One person once: by name and address, or by email where there is no address.
  person_key bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);
create unique index saved_once on saved_people (site_id, customer_id, person_key);
create index saved_by_name on saved_people (site_id, customer_id, lower(last_name || ' ' || first_name), id);

create table recipient_lists (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);
create unique index recipient_list_names on recipient_lists (site_id, customer_id, lower(name));

create table recipient_list_people (
  site_id bigint not null references sites (id),
  list_id bigint not null,
  person_id bigint not null,
  primary key (site_id, list_id, person_id),
  foreign key (site_id, list_id) references recipient_lists (site_id, id) on delete cascade,
  foreign key (site_id, person_id) references saved_people (site_id, id) on delete cascade
);
create index lists_of_person on recipient_list_people (site_id, person_id);

select protect_tenant_table('recipient_code_tallies');
select protect_tenant_table('import_mappings');
select protect_tenant_table('recipient_changes');
select protect_tenant_table('recipient_change_rows');
select protect_tenant_table('saved_people');
select protect_tenant_table('recipient_lists');
select protect_tenant_table('recipient_list_people');
