import { expressionBuilder } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'

/** Where the bulk cards of an order `o` go; null until it's chosen. */
export const bulkAddressOf = jsonObjectFrom(
  expressionBuilder<Database & { o: Orders }, 'o'>()
    .selectFrom('registered_addresses')
    .select([
      'id',
      'label',
      'name',
      'company',
      'address1',
      'address2',
      'city',
      'state',
      'zip',
      'phone',
      'is_default',
    ])
    .whereRef('registered_addresses.site_id', '=', 'o.site_id')
    .whereRef('registered_addresses.id', '=', 'o.bulk_address_id'),
)
