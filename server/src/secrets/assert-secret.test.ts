import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WrongSetting } from '../config.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { assertSecret } from './assert-secret.ts'
import { readKeys } from './keys.ts'

const SECRET = 'the-secret-this-database-was-set-up-with'
const OTHER = 'another-secret-that-was-typed-instead'

let world: World
beforeAll(async () => {
  world = await makeWorld({ LAUREL_SECRET: SECRET })
  await world.signIn()
})
afterAll(() => world.close())

const start = (secret: string) => {
  const config = { dataDir: world.kit.config.dataDir, secret }
  return assertSecret(world.kit.pool, readKeys(config.dataDir, secret), config)
}
const forgetCheck = () => world.kit.pool.deleteFrom('installation').execute()

test('a start with another secret is rejected, and one with the right secret isn’t', async () => {
  await expect(start(OTHER)).rejects.toThrow(WrongSetting)
  await expect(start(OTHER)).rejects.toThrow(/LAUREL_SECRET.+DATA_DIR/)
  await start(SECRET)
})

test('a database from before the check is checked against its sealed data', async () => {
  await forgetCheck()
  await expect(start(OTHER)).rejects.toThrow(WrongSetting)
  await start(SECRET)
  await expect(start(OTHER)).rejects.toThrow(WrongSetting)
})

test('a database without sealed data accepts the first secret, and only one of two at once', async () => {
  await forgetCheck()
  await sql`delete from identity.signing_keys`.execute(world.kit.pool)
  await sql`update identity.users set totp_secret = null`.execute(world.kit.pool)
  const starts = await Promise.allSettled([start(OTHER), start(SECRET)])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a refused start leaves no secret in a wrong folder, and one that was there stays', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-wrong-'))
  const startIn = () =>
    assertSecret(world.kit.pool, readKeys(dataDir, undefined), { dataDir, secret: undefined })
  await expect(startIn()).rejects.toThrow(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
  writeFileSync(join(dataDir, 'secret'), 'of-another-database')
  await expect(startIn()).rejects.toThrow(WrongSetting)
  expect(readdirSync(dataDir)).toEqual(['secret'])
  rmSync(dataDir, { recursive: true })
})

test('requests can’t read the check', async () => {
  const read = world.kit.pool.transaction().execute(async (tx) => {
    await sql`select set_config('role', 'laurel_app', true)`.execute(tx)
    return tx.selectFrom('installation').selectAll().execute()
  })
  await expect(read).rejects.toThrow('permission denied')
})
