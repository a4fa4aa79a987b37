import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a visitor signs up, confirms by the mailed code and signs in', async () => {
  const { email, username } = world.newName()
  const { ClientId } = world
  const signedUp = await world.ask('SignUp', {
    ClientId,
    Username: username,
    Password: PASSWORD,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'custom:rewards_site_id', Value: 'site-7' },
    ],
  })
  expect(signedUp).toMatchObject({ status: 200, body: { UserConfirmed: false } })
  expect(await world.signIn(username)).toMatchObject({ status: 400, error: 'UserNotConfirmedException' })

  const confirmed = await world.ask('ConfirmSignUp', {
    ClientId,
    Username: username,
    ConfirmationCode: world.lastCode(),
  })
  expect(confirmed).toMatchObject({ status: 200 })

  const signedIn = await world.signIn(username)
  expect(signedIn).toMatchObject({ status: 200, body: { AuthenticationResult: { TokenType: 'Bearer' } } })
  const user = await world.ask('GetUser', { AccessToken: signedIn.body.AuthenticationResult.AccessToken })
  expect(user.body.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' })
})
