-- A start adds ways to pay where one is missing, and asks for those sites only.
select reveal_due_work('organization_payment_providers', 'method_code');
