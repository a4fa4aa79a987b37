import { expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { customerWithList } from '../../testing/import-world.ts'
import { SEES_LOCK_WAITS, untilLockWait } from '../../testing/lock-waits.ts'
import { LIMITS } from '../../testing/shop-world.ts'
import { putInCart } from '../card-items/card-items.service.ts'
import { lockKind } from './import-lock.ts'

const { now, add } = customerWithList()

test.skipIf(!SEES_LOCK_WAITS)('sees the payment that it waited for', async () => {
  const { shops, dana, item } = now
  await add()
  await putInCart(shops.pool, dana, LIMITS, item.id)
  const held = Promise.withResolvers<void>()
  const paying = inSite(shops.pool, dana.siteId, async (db) => {
    await db.selectFrom('orders').select('id').where('id', '=', item.order_id).forUpdate().execute()
    held.resolve()
    await untilLockWait(shops.pool)
    await db
      .insertInto('payments')
      .values({
        site_id: dana.siteId,
        order_id: item.order_id,
        method_code: 'elavon_cc',
        amount_cents: 1,
        transaction_id: crypto.randomUUID(),
      })
      .execute()
  })
  await held.promise

  const locked = await inSite(shops.pool, dana.siteId, (db) => lockKind(db, dana.siteId, item.id))

  await paying
  expect(locked).toMatchObject({ status: 'cart', isBeingPaid: true })
})
