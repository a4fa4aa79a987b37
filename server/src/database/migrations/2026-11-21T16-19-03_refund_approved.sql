-- Since when a refund may go: one that nobody could carry out for days is shown to the office.
alter table refunds add column approved_at timestamptz;
update refunds set approved_at = updated_at where state not in ('asked', 'refused');
