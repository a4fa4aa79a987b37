-- Programs order cards for birthdays, work anniversaries, and first days (docs/decisions/0089).
alter table saved_people
  add column birthday text not null default '',
  add column start_date text not null default '';

create table company_programs (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  name text not null,
  kind text not null check (kind in ('birthday', 'anniversary', 'start')),
  -- Either can be deleted: the program says so and waits.
  list_id bigint not null,
  saved_design_id bigint not null,
  amounts jsonb not null,
  lead_days integer not null check (lead_days between 0 and 30),
  weekend text not null check (weekend in ('friday_before', 'same_day')),
  fields jsonb not null,
  state text not null check (state in ('paused', 'active', 'ended')),
  -- The person who turned it on. Its orders are theirs.
  runs_as bigint,
  -- Days before this one were looked at already, in the company's time zone.
  looked_on text check (looked_on ~ '^\d{4}-\d\d-\d\d$'),
  next_look_at timestamptz,
  problem text,
  problem_says text,
  problem_since timestamptz,
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  foreign key (site_id, runs_as) references customers (site_id, id),
  foreign key (site_id, created_by) references customers (site_id, id),
  check ((state = 'active') = (next_look_at is not null))
);
create index company_programs_by_company on company_programs (site_id, company_id);
create index programs_to_look_at on company_programs (next_look_at) where next_look_at is not null;
select protect_tenant_table('company_programs');
select reveal_due_work('company_programs', 'next_look_at');

-- The cards of a program that arrive on one day: one order. People who come later are another part.
create table company_program_runs (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  program_id bigint not null,
  send_on text not null check (send_on ~ '^\d{4}-\d\d-\d\d$'),
  part integer not null,
  -- Empty: no one was left to get a card.
  state text not null check (state in ('waiting', 'ordered', 'empty', 'canceled')),
  order_id bigint,
  problem text,
  problem_says text,
  -- Whether the cards couldn't arrive on their day.
  is_late boolean not null default false,
  created_at timestamptz not null,
  tried_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, program_id) references company_programs (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id),
  check ((state = 'ordered') = (order_id is not null))
);
create unique index company_program_runs_once on company_program_runs (site_id, program_id, send_on, part);
create index company_program_runs_by_order on company_program_runs (site_id, order_id) where order_id is not null;
select protect_tenant_table('company_program_runs');

-- Who is in a run, and who isn't and why. Names and emails stay on the list.
create table company_program_people (
  site_id bigint not null references sites (id),
  run_id bigint not null,
  program_id bigint not null,
  person_id bigint not null,
  -- Of their email, as lists compare people.
  person_key bigint,
  occasion_on text not null check (occasion_on ~ '^\d{4}-\d\d-\d\d$'),
  years integer not null,
  amount_cents bigint not null,
  -- planned, ordered, or why they were left out.
  outcome text not null,
  primary key (site_id, run_id, person_id),
  foreign key (site_id, run_id) references company_program_runs (site_id, id)
);
create unique index company_program_people_once on company_program_people (site_id, program_id, person_key, occasion_on)
  where outcome in ('planned', 'ordered');
create index company_program_people_by_day on company_program_people (site_id, program_id, occasion_on);
select protect_tenant_table('company_program_people');

alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('order_placed', 'payment_arrived', 'order_approved', 'order_declined',
    'refunded', 'cards_sent', 'letters_mailed', 'parcel_mailed', 'cards_bounced', 'letters_returned',
    'parcel_returned', 'parcel_arrived', 'order_fulfilled', 'all_arrived', 'person_joined', 'join_requested',
    'budget_low', 'budget_exhausted', 'balance_low', 'balance_topped_up', 'recipient_changed', 'program_stuck',
    'program_late'));
