-- Providers' transactions that count for a payment, of all sites: money never counts twice. The attempt is our own
-- random transaction_id.
create table provider_transactions (id text primary key, attempt text not null);
insert into provider_transactions (id, attempt)
select distinct on (provider_transaction_id) provider_transaction_id, transaction_id
from payments where provider_transaction_id <> '' order by provider_transaction_id, id;
grant select, insert on provider_transactions to laurel_app;
