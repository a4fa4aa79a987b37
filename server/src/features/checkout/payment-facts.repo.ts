import type { PaymentMethod } from '@laurel/domain/payment-method'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../database/database.ts'
import { chosenOptions } from '../orders/shipping.repo.ts'
import { openMoney } from '../payments/discrepancies.repo.ts'
import { providerOf } from '../payments/payments.repo.ts'

/** What decides whether an order can be paid, beside itself: money to be looked at, the provider, today's deliveries. */
export function readPaymentFacts(db: Db, siteId: number, orderId: number, method: PaymentMethod) {
  return db
    .selectNoFrom([
      jsonObjectFrom(openMoney(db, siteId, orderId)).as('openMoney'),
      jsonObjectFrom(providerOf(db, siteId, method).where('enabled', '=', true)).as('provider'),
      jsonArrayFrom(chosenOptions(db, siteId, orderId)).as('options'),
    ])
    .executeTakeFirstOrThrow()
}
