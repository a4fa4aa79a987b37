import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'

/** Shown in place of a removed name. */
export const ERASED = 'Erased'

export const NO_ADDRESS = {
  ...{ email: '', address1: '', address2: '', city: '', state: '', zip: '' },
} as const
export const NO_NAME = { first_name: ERASED, last_name: '' } as const

/** People who have a name, or had none from the start. */
export function isNotErased(eb: ExpressionBuilder<Database, 'card_recipient_details'>): Expression<SqlBool> {
  const erased = { ...NO_ADDRESS, ...NO_NAME }
  return eb.not(eb.and(erased))
}
