-- How often in a row reading an import ended by a fault of ours: it is not begun for ever.
alter table csv_card_item_imports add column tries integer not null default 0;
