import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { complaintsOf, typesOf, writeClient } from '@laurel/contract/testing/generated-clients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companySteps } from '../testing/company-world.ts'
import { keySteps, person } from '../testing/key-world.ts'
import { makeWorld, type World } from '../testing/world.ts'

let world: World
let document: object
const folder = mkdtempSync(join(tmpdir(), 'laurel-clients-'))
beforeAll(async () => {
  world = await makeWorld()
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = address.replace('127.0.0.1', 'localhost')
  document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as object
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

test('openapi-typescript makes types that compile', async () => {
  const file = join(folder, 'types.ts')
  writeFileSync(file, await typesOf(document))
  expect(complaintsOf([file])).toEqual([])
})

test('@hey-api/openapi-ts makes a client that compiles and places an order', async () => {
  await writeClient(document, folder)
  expect(complaintsOf([join(folder, 'index.ts')])).toEqual([])

  const { placeOrder, quoteOrder } = await import(join(folder, 'sdk.gen.ts'))
  const admin = await companySteps(world).person()
  const programs = keySteps(world)
  const { secret } = await programs.key(admin)
  await programs.topUp(admin, 100_000)
  const order = await programs.order(admin, [person(1)])
  const { data: quoted } = await quoteOrder({ auth: secret, body: order })
  const placing = { ...order, external_id: 'generated-1', quote: quoted.quote }
  const { data: placed, error } = await placeOrder({ auth: secret, body: placing })
  expect(error).toBeUndefined()
  expect(placed).toMatchObject({ external_id: 'generated-1', total_cents: quoted.total_cents })
  const { error: problem } = await placeOrder({ auth: secret, body: { ...placing, note: 'Another' } })
  expect(problem.code).toBe('external_id_used')
})
