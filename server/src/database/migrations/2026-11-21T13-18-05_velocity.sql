-- Where an attempt to pay came from: many from one address are somebody trying stolen cards.
alter table payments add column ip text not null default '';
create index payments_by_ip on payments (site_id, ip, created_at) where ip <> '';
