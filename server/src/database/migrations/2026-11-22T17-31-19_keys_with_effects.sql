-- A key is written in the transaction of its effect: nobody needs to guess when its request died.
alter table idempotency_keys
  drop column locked_until,
  -- The transactions its request has committed, and what a retry needs to go on after the last of them.
  add column step integer not null default 0,
  add column progress jsonb;
