-- Which of a batch's files for the press somebody has fetched, until it is said why they are printed
-- again: whatever was fetched once is on paper, whether or not anybody has said so.
alter table batches add column given_out text[] not null default '{}';
update batches b set given_out = fetched.files from (
  select site_id, subject, array_agg(distinct facts ->> 'file') as files from audit_entries
  where event = 'batch.file_fetched' group by site_id, subject
) fetched
where fetched.site_id = b.site_id and fetched.subject = 'batch:' || b.id and b.status = 'ready';

-- A label is written down as given back before its carrier is asked: until the answer is known its parcel
-- does not leave under it.
alter table shipments add column void_asked_at timestamptz;
alter table shipments add column void_reason text not null default '';
alter table shipments add column void_by text not null default '';
create index shipments_being_voided on shipments (site_id, void_asked_at) where status = 'made' and void_asked_at is not null;
