import { afterAll, beforeAll, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

const DAY_S = 86_400

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function signUp(person = world.newName(), Password = PASSWORD) {
  const answer = await world.ask('SignUp', {
    ClientId: world.ClientId,
    Username: person.username,
    Password,
    UserAttributes: [
      { Name: 'email', Value: person.email },
      { Name: 'custom:rewards_site_id', Value: 'site-7' },
    ],
  })
  return { ...person, answer }
}
const find = (username: string) => world.identity.findUser(NORTHWIND.poolId, username)

test('an unconfirmed account is deleted after a week; confirmed and younger ones stay', async () => {
  const never = await signUp()
  const confirmed = await world.addPerson()
  world.wait(6 * DAY_S)
  const younger = await signUp()
  world.wait(DAY_S - 1)
  await world.identity.deleteExpired()
  expect(await find(never.username)).toBeDefined()

  world.wait(1)
  await world.identity.deleteExpired()
  expect(await find(never.username)).toBeUndefined()
  expect(await find(confirmed.username)).toBeDefined()
  expect(await find(younger.username)).toBeDefined()
  expect(world.auditEvents.at(-1)).toMatchObject({ name: 'sign_up_expired', username: never.username })
  expect((await signUp(never)).answer.status).toBe(200)
})

test('an account with a new code stays until the code expires', async () => {
  const { username } = await signUp()
  world.wait(7 * DAY_S)
  await world.ask('ResendConfirmationCode', { ClientId: world.ClientId, Username: username })
  await world.identity.deleteExpired()
  expect(await find(username)).toBeDefined()
  world.wait(3600)
  await world.identity.deleteExpired()
  expect(await find(username)).toBeUndefined()
})

test('signing up again does not change the first sign-up, even after its code expires', async () => {
  const first = await signUp()
  world.wait(3 * 3600)
  const again = await signUp(first, 'pears-and-thyme')
  expect(again.answer.body).toEqual({
    __type: 'UsernameExistsException',
    message: 'There’s already an account for this email.',
  })

  const { ClientId } = world
  await world.ask('ResendConfirmationCode', { ClientId, Username: first.username })
  const ConfirmationCode = world.lastCode()
  await world.ask('ConfirmSignUp', { ClientId, Username: first.username, ConfirmationCode })
  expect((await world.signIn(first.username, 'pears-and-thyme')).status).toBe(400)
  expect((await world.signIn(first.username)).status).toBe(200)
})
