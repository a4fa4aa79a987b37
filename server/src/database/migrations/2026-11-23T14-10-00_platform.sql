-- Operators, and what they do (docs/decisions/0054). For the owner alone.
create table operators (
  id bigint generated always as identity primary key,
  identity_subject text not null unique,
  email text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz
);
create unique index operators_email on operators (lower(email));

create table platform_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  event text not null,
  subject text not null default '',
  facts jsonb not null default '{}'
);

-- Null before the site goes live. Sites that exist are live.
alter table sites add column live_at timestamptz default now();
alter table sites add column suspended_at timestamptz;
grant select (suspended_at) on sites to laurel_sweep;
