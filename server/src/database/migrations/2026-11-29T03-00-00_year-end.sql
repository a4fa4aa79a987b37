-- Who got how much in a year (docs/decisions/0091).

-- What must be reported from which amount on, by tax year; a year without a row has the amount of the last one before.
create table tax_years (
  year integer primary key check (year between 0 and 9999),
  form_1099_cents bigint not null check (form_1099_cents > 0)
);
insert into tax_years (year, form_1099_cents) values (0, 60000), (2026, 200000);
grant select on tax_years to laurel_app;

-- One way in which a company's cards name a person. Rows that are one person are joined in a tree, whose root is the person.
create table year_end_people (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  -- The root of its tree.
  person_id bigint not null,
  joined_to bigint,
  joined_why text check (joined_why in ('email', 'employee_number', 'name_address', 'hand')),
  -- Rows that it isn't joined to again, because their join was undone.
  apart_from jsonb not null default '[]',
  -- Digests of name, email, and address, of the email alone, and of name and address; null once they're erased.
  identity_key bigint,
  mail_key bigint,
  post_key bigint,
  first_name text not null,
  last_name text not null,
  email text not null,
  address1 text not null,
  address2 text not null,
  city text not null,
  state text not null,
  zip text not null,
  find_name text collate "C" not null generated always as (left(folded(last_name || ' ' || first_name), 60)) stored,
  find_first text collate "C" not null generated always as (left(folded(first_name || ' ' || last_name), 60)) stored,
  find_email text collate "C" not null generated always as (left(folded(email), 60)) stored,
  -- Of the person: those of the root count.
  is_employee boolean not null default false,
  employee_number text collate "C" not null default '',
  w9 text not null default 'not_asked' check (w9 in ('not_asked', 'asked', 'received')),
  w9_on text check (w9_on ~ '^\d{4}-\d\d-\d\d$'),
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  check ((joined_to is null) = (joined_why is null))
);
create unique index year_end_identities on year_end_people (site_id, company_id, identity_key);
create index year_end_by_mail on year_end_people (site_id, company_id, mail_key) where mail_key is not null;
create index year_end_by_post on year_end_people (site_id, company_id, post_key) where post_key is not null;
create index year_end_by_number on year_end_people (site_id, company_id, employee_number) where employee_number <> '';
create index year_end_persons on year_end_people (site_id, person_id, id);
create index year_end_by_name on year_end_people (site_id, company_id, find_name, person_id);
create index year_end_by_first_name on year_end_people (site_id, company_id, find_first, person_id);
create index year_end_by_email on year_end_people (site_id, company_id, find_email, person_id);
select protect_tenant_table('year_end_people');

-- What each delivery counts as, for one row of year_end_people.
create table year_end_cards (
  site_id bigint not null references sites (id),
  delivery_id bigint not null,
  company_id bigint not null,
  order_id bigint not null,
  identity_id bigint not null,
  counts_as text not null check (counts_as in ('received', 'unclaimed', 'refunded')),
  cents bigint not null,
  -- In the company's time zone.
  day text collate "C" not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  primary key (site_id, delivery_id)
);
create index year_end_cards_of_identity on year_end_cards (site_id, identity_id, day, delivery_id);
create index year_end_cards_by_day on year_end_cards (site_id, company_id, day, delivery_id);
create index year_end_cards_of_order on year_end_cards (site_id, company_id, order_id);
select protect_tenant_table('year_end_cards');

-- The sums of a person's cards.
create table year_end_totals (
  site_id bigint not null references sites (id),
  company_id bigint not null,
  year integer not null,
  person_id bigint not null,
  -- The person's, so that lists of employees and others have indexes.
  is_employee boolean not null,
  received_cents bigint not null,
  unclaimed_cents bigint not null,
  refunded_cents bigint not null,
  card_count integer not null,
  primary key (site_id, company_id, year, person_id)
);
create index year_end_totals_of_person on year_end_totals (site_id, person_id);
create index year_end_totals_by_amount on year_end_totals (site_id, company_id, year, received_cents, person_id);
create index year_end_totals_by_kind on year_end_totals (site_id, company_id, year, is_employee, received_cents, person_id);
select protect_tenant_table('year_end_totals');

-- How far the history of deliveries was read. Events can commit after later ones: those behind `sure_id` are read again.
create table year_end_progress (
  site_id bigint not null references sites (id),
  read_id bigint not null default 0,
  head_id bigint not null default 0,
  head_at timestamptz,
  sure_id bigint not null default 0,
  counted_at timestamptz,
  primary key (site_id)
);
select protect_tenant_table('year_end_progress');
select reveal_due_work('year_end_progress', 'read_id, head_id, head_at, sure_id');
select reveal_due_work('delivery_events', 'id');
