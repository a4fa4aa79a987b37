-- The office's people prove themselves by a password and an authenticator app.
alter table staff_accounts
  add column totp_secret_sealed text not null default '',
  -- The time step of the last code that was taken: none is good twice.
  add column totp_last_step bigint not null default 0,
  add column must_change_password boolean not null default false,
  add column last_signed_in_at timestamptz;

alter table staff_sessions
  add column last_seen_at timestamptz not null default now(),
  add column ip text not null default '',
  add column user_agent text not null default '';
create index staff_sessions_by_age on staff_sessions (expires_at);

-- Between the password and the code: good once, for a few minutes.
create table staff_tickets (
  site_id bigint not null references sites (id),
  ticket_hash text not null,
  staff_id bigint not null,
  -- The authenticator's secret while it is being set up; empty for who has one.
  secret_sealed text not null default '',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (site_id, ticket_hash),
  foreign key (site_id, staff_id) references staff_accounts (site_id, id) on delete cascade
);
select protect_tenant_table('staff_tickets');

-- Keyed by a digest of the name that was tried, whether or not somebody has it.
create table staff_attempts (
  site_id bigint not null references sites (id),
  key text not null,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz,
  primary key (site_id, key)
);
select protect_tenant_table('staff_attempts');
