// Several requests of one user in the same moment. Only a real PostgreSQL (TEST_DATABASE_URL) can lock
// crosswise; the embedded database takes one at a time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NORTHWIND, openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('refreshing, signing out everywhere, and deleting the account at once causes no fault', async () => {
  const { clientId: ClientId } = NORTHWIND
  const failed: unknown[] = []
  for (let round = 0; round < (process.env.TEST_DATABASE_URL ? 25 : 2); round += 1) {
    const { username } = await world.addPerson()
    const tokens: { AccessToken: string; RefreshToken: string }[] = []
    for (let n = 0; n < 3; n += 1) tokens.push((await world.signIn(username)).body.AuthenticationResult)
    const [one, two] = [tokens[0]!, tokens[1]!]
    const answers = await Promise.all([
      ...tokens.map(({ RefreshToken }) => world.refresh(RefreshToken)),
      ...tokens.map(({ RefreshToken: Token }) => world.ask('RevokeToken', { ClientId, Token })),
      world.ask('GlobalSignOut', { AccessToken: two.AccessToken }),
      world.ask('DeleteUser', { AccessToken: one.AccessToken }),
      world.ask('DeleteUser', { AccessToken: two.AccessToken }),
      world.ask('ForgotPassword', { ClientId, Username: username }),
      ...tokens.map(({ RefreshToken }) => world.refresh(RefreshToken)),
    ])
    failed.push(...answers.filter(({ status }) => status >= 500).map(({ body }) => body))
  }
  expect(failed).toEqual([])
})
