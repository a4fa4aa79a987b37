-- What the provider reports for a payment of ours and does not fit it: somebody of the office looks.
create table payment_doubts (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  order_id bigint not null,
  payment_id bigint not null,
  -- Why it does not fit, in the words of the judgement; `late` is money for an attempt that had ended.
  reason text not null,
  state text not null default 'open'
    check (state in ('open', 'accepted', 'giving_back', 'given_back', 'dismissed', 'cleared')),
  -- The provider's transaction as it was told.
  provider_transaction_id text not null,
  -- Null when it could not be read.
  amount_cents bigint,
  currency text not null default '',
  status text not null default '',
  masked_account text not null default '',
  found_at timestamptz not null,
  updated_at timestamptz not null,
  -- Who decided, and why.
  decided_by text not null default '',
  note text not null default '',
  primary key (site_id, id),
  unique (site_id, payment_id, provider_transaction_id),
  foreign key (site_id, order_id) references orders (site_id, id),
  foreign key (site_id, payment_id) references payments (site_id, id)
);
create index open_doubts on payment_doubts (site_id, id) where state in ('open', 'giving_back');
create index doubts_of_order on payment_doubts (site_id, order_id);
select protect_tenant_table('payment_doubts');

alter table refunds
  -- Money that fitted no order goes back by the same way as any other.
  add column doubt_id bigint,
  add constraint refund_of_doubt foreign key (site_id, doubt_id) references payment_doubts (site_id, id),
  -- The key it was asked for with: pressed again after an answer was lost, it is the same refund.
  add column asked_key text not null default '',
  -- Since when nobody could carry it out, and that the office was told.
  add column stuck_since timestamptz;
create unique index refund_asked_once on refunds (site_id, asked_by, asked_key) where asked_key <> '';

alter table funds_received add column asked_key text not null default '';
create unique index funds_asked_once on funds_received (site_id, recorded_by, asked_key) where asked_key <> '';
