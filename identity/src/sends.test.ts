import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ failuresPerIpPerHour: 6 })
})
afterAll(() => world.close())

test('an address that tries many names is refused for the hour, even with a right password', async () => {
  const { username } = await world.addPerson()
  for (let tries = 0; tries < 6; tries++) {
    const { body } = await world.signIn(`stranger${tries}@example.com#site-7`, 'a common password')
    expect(body.message).toBe('Incorrect username or password.')
  }
  const next = await world.signIn('stranger7@example.com#site-7', 'a common password')
  expect(next).toMatchObject({ status: 400, error: 'NotAuthorizedException' })
  expect(next.body.message).toBe('Too many attempts. Wait a few minutes, then try again.')
  expect((await world.signIn(username)).body.message).toBe(
    'Too many attempts. Wait a few minutes, then try again.',
  )

  world.wait(3_600)
  expect((await world.signIn(username)).status).toBe(200)
})

test('a successful account allows its network one more wrong guess, once an hour', async () => {
  world.wait(3_600)
  const from = '203.0.113.9'
  const { clientId: ClientId } = NORTHWIND
  const signIn = (USERNAME: string, PASSWORD: string) =>
    world.ask(
      'InitiateAuth',
      { AuthFlow: 'USER_PASSWORD_AUTH', ClientId, AuthParameters: { USERNAME, PASSWORD } },
      from,
    )
  const people = [await world.addPerson(), await world.addPerson()]
  for (const { username } of [...people, ...people])
    expect((await signIn(username, PASSWORD)).status).toBe(200)

  const answers = []
  for (let n = 0; n < 10; n += 1) {
    answers.push((await signIn(`spray${n}@example.com#site-7`, 'a common password')).body.message)
  }
  expect(answers.filter((message) => message === 'Incorrect username or password.')).toHaveLength(6 + 2)
  expect((await signIn(people[0]!.username, PASSWORD)).body.message).toBe(
    'Too many attempts. Wait a few minutes, then try again.',
  )
})

test('concurrent sign-ins do not count as wrong guesses', async () => {
  world.wait(3_600)
  const people = []
  for (let n = 0; n < 20; n += 1) people.push(await world.addPerson())
  const answers = await Promise.all(people.map(({ username }) => world.signIn(username)))
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
})

test('right guesses are uncounted soon, and before the database closes', async () => {
  world.wait(3_600)
  const people = [await world.addPerson(), await world.addPerson()]
  const counted = async () => {
    const rows = await world.db.selectFrom('identity.sends').select('count').execute()
    return rows.map(({ count }) => count)
  }
  await world.db.deleteFrom('identity.sends').execute()
  await Promise.all(people.map(({ username }) => world.signIn(username)))
  expect(await counted()).not.toContain(0)
  await vi.waitFor(async () => expect(await counted()).toContain(0), { timeout: 10_000 })

  world.wait(3_600)
  await world.db.deleteFrom('identity.sends').execute()
  const { app } = await world.mount()
  const { username: USERNAME } = people[0]!
  const payload = {
    ...{ AuthFlow: 'USER_PASSWORD_AUTH', ClientId: NORTHWIND.clientId },
    AuthParameters: { USERNAME, PASSWORD },
  }
  const headers = { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' }
  await app.inject({ method: 'POST', url: '/identity/', headers, payload })
  await app.close()
  expect(await counted()).toContain(0)
})

test('the IPv6 addresses of one connection count as one network', async () => {
  world.wait(3_600)
  const { clientId: ClientId } = NORTHWIND
  const confirm = (n: number) =>
    world.ask(
      'ConfirmSignUp',
      { ClientId, Username: `six${n}@example.com#site-7`, ConfirmationCode: '123456' },
      `2001:db8:7:7::${n.toString(16)}`,
    )
  for (let n = 1; n <= 6; n += 1) expect((await confirm(n)).error).toBe('CodeMismatchException')
  const refused = await confirm(7)
  expect(refused.error).toBe('LimitExceededException')
  // The clock stands at the full hour.
  expect(refused.body.message).toBe('Too many attempts. Try again in 60 minutes.')
})
