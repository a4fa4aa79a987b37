-- Who asked to release an order whose money doesn't cover it, while a second person has to agree.
alter table orders add column release_asked_by text not null default '';
