-- Shared lists are kept in sync with a file, every night (docs/decisions/0094).

-- Which row of the file brought or matched a person on a list, as a hash. Null for those added by hand.
alter table recipient_list_people add column file_key text;

create table list_files (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  list_id bigint not null,
  -- Where the file is, with its password or keys.
  settings_sealed text not null,
  -- [{ heading, meaning }]
  columns jsonb not null,
  is_on boolean not null default false,
  next_sync_at timestamptz,
  turned_on_by bigint,
  -- Who asked for the next sync; null for that of the night.
  asked_by bigint,
  -- The file that is applied, however many leave.
  applies_hash text,
  -- The sync under way, and until when it holds the list.
  run_id bigint,
  lease text,
  leased_until timestamptz,
  -- What people were told of last; null since a sync worked.
  told text check (told in ('failed', 'held')),
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  foreign key (site_id, list_id) references recipient_lists (site_id, id) on delete cascade,
  check (is_on = (next_sync_at is not null))
);
create unique index list_files_by_list on list_files (site_id, list_id);
create index list_files_due on list_files (next_sync_at) where next_sync_at is not null;
select protect_tenant_table('list_files');
select reveal_due_work('list_files', 'next_sync_at');

create table list_file_runs (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  file_id bigint not null,
  state text not null check (state in ('syncing', 'retrying', 'done', 'held', 'failed')),
  says text not null default '',
  hash text,
  row_count integer not null default 0,
  -- People from the file when it began.
  known_count integer,
  added_count integer not null default 0,
  changed_count integer not null default 0,
  left_count integer not null default 0,
  problems jsonb not null default '[]',
  problem_count integer not null default 0,
  attempts integer not null default 0,
  asked_by bigint,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, file_id) references list_files (site_id, id) on delete cascade
);
create index list_file_runs_by_file on list_file_runs (site_id, file_id, id);
select protect_tenant_table('list_file_runs');

alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('order_placed', 'payment_arrived', 'order_approved', 'order_declined',
    'refunded', 'cards_sent', 'letters_mailed', 'parcel_mailed', 'cards_bounced', 'letters_returned',
    'parcel_returned', 'parcel_arrived', 'order_fulfilled', 'all_arrived', 'person_joined', 'join_requested',
    'budget_low', 'budget_exhausted', 'balance_low', 'balance_topped_up', 'recipient_changed', 'program_stuck',
    'program_late', 'report_failed', 'list_sync_failed', 'list_sync_held'));
