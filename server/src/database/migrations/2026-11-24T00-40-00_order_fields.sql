-- What a company asks about each order: [{ id, name, required, values }], in its order.
alter table companies add column order_fields jsonb not null default '[]';

-- What an order says of them: [{ id, name, value }], with the names they had when it was frozen. Null is nothing.
alter table orders add column fields jsonb;

-- The same values, to find orders by.
create table order_field_values (
  site_id bigint not null references sites (id),
  order_id bigint not null,
  field_id bigint not null,
  value text not null,
  find_value text collate "C" not null generated always as (left(folded(value), 60)) stored,
  primary key (site_id, order_id, field_id),
  foreign key (site_id, order_id) references orders (site_id, id) on delete cascade
);
create index orders_found_by_field on order_field_values (site_id, find_value, order_id);
select protect_tenant_table('order_field_values');
