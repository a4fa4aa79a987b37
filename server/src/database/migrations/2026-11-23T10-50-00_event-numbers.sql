-- Events are numbered per site once they're committed (docs/decisions/0048), no longer by their transaction.
alter table site_events add column number bigint;
update site_events e set number = ordered.number
  from (
    select site_id, id, row_number() over (partition by site_id order by tx, id) as number from site_events
  ) ordered
  where e.site_id = ordered.site_id and e.id = ordered.id;
alter table webhook_endpoints add column read_number bigint not null default 0;
update webhook_endpoints w set read_number = coalesce((
    select max(e.number) from site_events e
    where e.site_id = w.site_id and (e.tx, e.id) <= (w.read_tx, w.read_id)
  ), 0);
alter table webhook_endpoints drop column read_tx, drop column read_id;
-- Its index and grant end with it.
alter table site_events drop column tx;
create unique index site_events_in_order on site_events (site_id, number);
create index site_events_unnumbered on site_events (site_id, id) where number is null;
-- Nothing else of an event changes.
grant update (number) on site_events to laurel_app;
select reveal_due_work('site_events', 'number');
