-- Double entry: what is posted together comes to nothing together.
create table ledger_entries (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  order_id bigint not null,
  event text not null,
  -- What it tells of, `order:7`, `payment:5`, `funds:3`, `refund:2`.
  source text not null,
  account text not null check (account in ('receivable', 'card_value', 'card_fees', 'delivery',
    'cash_card', 'cash_ach', 'cash_check', 'cash_bank', 'refunds_given')),
  cents bigint not null check (cents <> 0),
  at timestamptz not null,
  primary key (site_id, id),
  -- Each event is posted once, however often it is told.
  unique (site_id, source, event, account),
  foreign key (site_id, order_id) references orders (site_id, id)
);
create index ledger_of_order on ledger_entries (site_id, order_id, id);

create function posting_balances() returns trigger language plpgsql as $$ begin
  if (select coalesce(sum(cents), 0) from ledger_entries
      where site_id = new.site_id and source = new.source and event = new.event) <> 0 then
    raise exception 'the posting % of % does not balance', new.event, new.source;
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger_entries
  deferrable initially deferred for each row execute function posting_balances();

-- Checks and transfers as staff found them in the bank's statement.
create table funds_received (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  method_code text not null check (method_code in ('self_hosted_check', 'self_hosted_bank')),
  amount_cents bigint not null check (amount_cents > 0),
  -- As the payer wrote it.
  reference text not null default '',
  payer text not null default '',
  -- The check's number, or the bank's own for a transfer.
  document_number text not null default '',
  -- A calendar day, YYYY-MM-DD: the bank's, in no time zone.
  received_on text not null check (received_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  note text not null default '',
  -- Null until somebody has found the order.
  order_id bigint,
  recorded_by text not null,
  recorded_at timestamptz not null,
  reversed_at timestamptz,
  reversed_reason text not null default '',
  primary key (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id)
);
-- The same paper is recorded once.
create unique index funds_once on funds_received (site_id, method_code, document_number, amount_cents, received_on)
  where document_number <> '' and reversed_at is null;
create index funds_of_order on funds_received (site_id, order_id);
create index funds_unmatched on funds_received (site_id, id) where order_id is null and reversed_at is null;

create table refunds (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  order_id bigint not null,
  payment_id bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  -- Before settlement the charge is taken back whole; after it money is returned; by hand where the provider cannot.
  kind text not null check (kind in ('void', 'return', 'by_hand')),
  state text not null check (state in ('asked', 'approved', 'sent', 'unknown', 'done', 'failed', 'refused')),
  -- Ours, sent to the provider and asked for by; theirs.
  transaction_id text not null,
  provider_transaction_id text,
  message text not null default '',
  asked_by text not null,
  approved_by text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (transaction_id),
  unique (provider_transaction_id),
  foreign key (site_id, order_id) references orders (site_id, id),
  foreign key (site_id, payment_id) references payments (site_id, id)
);
create index refunds_of_order on refunds (site_id, order_id, id);
create index refunds_to_carry_out on refunds (updated_at) where state in ('approved', 'sent', 'unknown');

-- A site's rules about money beyond its limits per order.
alter table sites
  add column money_rules jsonb not null default
    '{"day_limit_cents": 5000000, "new_account_days": 30, "new_account_order_cents": 250000, "two_people_above_cents": 50000, "attempts_per_hour": 10, "remind_after_days": [7, 14, 21], "tax_note": ""}';

alter table orders
  -- Why somebody must look before it is approved.
  add column review_reasons jsonb not null default '[]',
  -- Where the invoice goes besides the customer.
  add column invoice_emails jsonb not null default '[]',
  add column reminded_at timestamptz,
  -- Money went back after the order was let through: nothing more leaves until somebody has looked.
  add column held_at timestamptz,
  add column held_reason text not null default '';

-- Orders that were placed before there was a ledger.
insert into ledger_entries (site_id, order_id, event, source, account, cents, at)
  select o.site_id, o.id, 'order.placed', 'order:' || o.id, e.account, e.cents, o.placed_at
  from orders o
  cross join lateral (values
    ('receivable', o.total_cents),
    ('card_value', -(o.priced->'price'->'value'->>'cents')::bigint),
    ('card_fees', -(o.priced->'price'->'fees'->>'cents')::bigint),
    ('delivery', -(o.priced->'price'->'delivery'->>'cents')::bigint)) as e (account, cents)
  where o.placed_at is not null and o.priced is not null and e.cents <> 0;
insert into ledger_entries (site_id, order_id, event, source, account, cents, at)
  select p.site_id, p.order_id, 'money.received', 'payment:' || p.id, e.account, e.cents, p.updated_at
  from payments p
  cross join lateral (values
    (case p.method_code when 'elavon_cc' then 'cash_card' when 'elavon_ach' then 'cash_ach'
      when 'self_hosted_check' then 'cash_check' else 'cash_bank' end, p.amount_cents),
    ('receivable', -p.amount_cents)) as e (account, cents)
  where (p.state = 'settled' or (p.state = 'paid' and p.method_code <> 'elavon_ach'))
    and exists (select 1 from orders o where o.site_id = p.site_id and o.id = p.order_id and o.placed_at is not null);

select protect_tenant_table('ledger_entries');
select protect_tenant_table('funds_received');
select protect_tenant_table('refunds');
-- Written once: a mistake is posted back, never changed.
revoke update, delete on ledger_entries from laurel_app;
