-- Where a site's integrators want to be told what happened (docs/webhooks.md).
create table webhook_endpoints (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  url text not null,
  description text not null default '',
  event_types text[] not null,
  secret_sealed text not null,
  -- The secret before it: signs as well until then.
  old_secret_sealed text,
  old_secret_until timestamptz,
  enabled boolean not null default true,
  -- Why it is off: somebody switched it off, it answered that it is gone, or it failed for days.
  off_reason text not null default '' check (off_reason in ('', 'by_hand', 'gone', 'failing')),
  off_at timestamptz,
  failing_since timestamptz,
  failed_at timestamptz,
  delivered_at timestamptz,
  -- How far the log was read for it.
  read_tx xid8 not null,
  read_id bigint not null default 0,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);

-- One event for one endpoint, however often it is sent.
create table webhook_messages (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  endpoint_id bigint not null,
  event_id bigint not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- Since it was promised, or asked for again.
  attempts integer not null default 0,
  -- Who takes it counts it up; what was taken by somebody else since is not settled.
  claim integer not null default 0,
  -- Due then; while it is being sent, the time at which whoever sends it is taken for dead.
  next_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (site_id, id),
  unique (site_id, endpoint_id, event_id),
  foreign key (site_id, endpoint_id) references webhook_endpoints (site_id, id) on delete cascade,
  foreign key (site_id, event_id) references site_events (site_id, id)
);
create index webhook_messages_due on webhook_messages (site_id, endpoint_id, next_at, id) where status = 'waiting';
create index webhook_messages_by_status on webhook_messages (site_id, endpoint_id, status, id);
create index webhook_messages_of_endpoint on webhook_messages (site_id, endpoint_id, id);

create table webhook_attempts (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  message_id bigint not null,
  -- Null when no answer came; then the problem says why.
  status integer,
  problem text not null default '',
  -- How the answer began.
  answer text not null default '',
  duration_ms integer not null check (duration_ms >= 0),
  at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, message_id) references webhook_messages (site_id, id) on delete cascade
);
create index webhook_attempts_of_message on webhook_attempts (site_id, message_id, id);

-- The log is read from a time, too.
create index site_events_by_time on site_events (site_id, at);

select protect_tenant_table('webhook_endpoints');
select protect_tenant_table('webhook_messages');
select protect_tenant_table('webhook_attempts');
