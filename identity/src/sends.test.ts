import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ failuresPerIpPerHour: 6 })
})
afterAll(() => world.close())

test('many names tried from one address are refused there, also with the right password, for the hour', async () => {
  const { username } = await world.addPerson()
  expect((await world.signIn(username)).status).toBe(200)

  for (let tries = 0; tries < 6; tries++) {
    const { body } = await world.signIn(`stranger${tries}@example.com#site-7`, 'a common password')
    expect(body.message).toBe('Incorrect username or password.')
  }
  const next = await world.signIn('stranger7@example.com#site-7', 'a common password')
  expect(next).toMatchObject({ status: 400, error: 'NotAuthorizedException' })
  expect(next.body.message).toBe('Password attempts exceeded')
  expect((await world.signIn(username)).body.message).toBe('Password attempts exceeded')

  world.wait(3_600)
  expect((await world.signIn(username)).status).toBe(200)
})
