import { expect, test } from 'vitest'
import { after, ago, now } from '../../database/sql.ts'
import { makeWorld } from '../../testing/world.ts'
import { housekeepingHandler } from './housekeeping.jobs.ts'

test('forgets call budgets once they are full and not paused', async () => {
  const world = await makeWorld()
  try {
    const { pool } = world.kit
    const later = after(now, 3_600_000)
    await pool
      .insertInto('call_budgets')
      .values([
        { account: 'full', full_at: ago('1 hour'), paused_until: ago('1 hour') },
        { account: 'used', full_at: later, paused_until: ago('1 hour') },
        { account: 'paused', full_at: ago('1 hour'), paused_until: later },
      ])
      .execute()
    await housekeepingHandler(world.kit, undefined).run(undefined as never)
    const left = await pool.selectFrom('call_budgets').select('account').orderBy('account').execute()
    expect(left).toEqual([{ account: 'paused' }, { account: 'used' }])
  } finally {
    await world.close()
  }
})
