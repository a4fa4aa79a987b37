import { expect, onTestFinished, test } from 'vitest'
import { makeInstallation, openWorld, PASSPHRASE, restore } from '../../testing/backup-world.ts'
import { companySteps } from '../../testing/company-world.ts'
import { keySteps, PLACE, person } from '../../testing/key-world.ts'
import { runBackup } from '../system/run-backup.ts'

test('a test key finds its orders and places others after a restore', async () => {
  const [source, target] = [await makeInstallation('PGlite'), await makeInstallation('PGlite')]
  const world = await openWorld(source)
  const admin = await companySteps(world).person()
  const programs = keySteps(world)
  const key = await programs.key(admin, { mode: 'test' })
  const order = await programs.order(admin, [person(1)])
  const placed = await key.call('POST', PLACE, { ...order, external_id: 'before' })
  expect(placed.status).toBe(200)
  await world.close()
  const { address } = await runBackup(source.config, PASSPHRASE)

  expect(await restore(address, target.config)).toMatchObject({ sites: 2 })
  const restored = await openWorld(target)
  onTestFinished(() => restored.close())
  const call = keySteps(restored).caller('localhost', key.secret)
  const found = await call('GET', '/api/v1/orders/by_external_id/before/')
  expect(found.body).toMatchObject({ id: placed.body.id, mode: 'test', total_cents: placed.body.total_cents })
  const next = await call('POST', PLACE, { ...order, external_id: 'after' })
  expect(next).toMatchObject({ status: 200, body: { mode: 'test' } })
})
