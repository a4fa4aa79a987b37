import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NORTHWIND, ORIGIN, openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // A server has its own words for what is not there.
  world.app.setNotFoundHandler((_request, reply) => reply.status(405).send())
})
afterAll(() => world.close())

const DOCUMENTS = ['jwks.json', 'openid-configuration']
const get = (poolId: string, document: string) =>
  world.app.inject({ method: 'GET', url: `/identity/${poolId}/.well-known/${document}` })

describe.each(DOCUMENTS)('%s', (document) => {
  test('of a pool is published with a cache lifetime', async () => {
    const answer = await get(NORTHWIND.poolId, document)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
  })

  test.each(['us-east-1_Nowhere', '%00', `${NORTHWIND.poolId}%00`, '__proto__', "x'--", '%F0%9F%98%80'])(
    'of a pool called %s is not found',
    async (poolId) => {
      const answer = await get(poolId, document)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, undefined])
    },
  )
})

test('a pool’s configuration links to its keys', async () => {
  const { jwks_uri, issuer } = (await get(NORTHWIND.poolId, 'openid-configuration')).json()
  expect(issuer).toBe(`${ORIGIN}/identity/${NORTHWIND.poolId}`)
  expect(jwks_uri).toBe(`${issuer}/.well-known/jwks.json`)
})
