-- What metrics say about the whole installation: measured by one process at a time, read by all of them.
create table measurements (
  name text primary key,
  -- The process that moves this into the future measures.
  due_at timestamptz not null default now(),
  measured_at timestamptz,
  samples jsonb not null default '[]'
);

-- Since when to-dos wait.
select reveal_due_work('payment_doubts', 'found_at');
select reveal_due_work('refunds', 'created_at');
select reveal_due_work('batches', 'updated_at');
select reveal_due_work('funds_received', 'order_id, recorded_at, reversed_at');
