// Sign-up doesn't reveal who has an account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const { clientId: ClientId } = NORTHWIND
const ClientMetadata = { browser: 'the-owner' }
const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.9'
const NOBODY = 'pia@example.com#site-7'

const resend = (Username: string, from: string) =>
  world.ask('ResendConfirmationCode', { ClientId, Username }, from)
const confirm = (Username: string, ConfirmationCode: string, from: string) =>
  world.ask('ConfirmSignUp', { ClientId, Username, ConfirmationCode, ClientMetadata }, from)

/** A person who signed up and confirmed. */
async function confirmedPerson() {
  const person = world.newName()
  const UserAttributes = [
    { Name: 'email', Value: person.email },
    { Name: 'custom:rewards_site_id', Value: 'site-7' },
  ]
  const input = { ClientId, Username: person.username, Password: PASSWORD, UserAttributes, ClientMetadata }
  expect((await world.ask('SignUp', input, HOME)).status).toBe(200)
  const code = world.lastCode()
  expect((await confirm(person.username, code, ELSEWHERE)).status).toBe(200)
  return { ...person, code, wrong: code === '000000' ? '111111' : '000000' }
}

describe('A confirmed account', () => {
  test('is revealed to the visitor who signed up, in the message that screens compare', async () => {
    const { username, wrong } = await confirmedPerson()
    expect((await resend(username, HOME)).body).toEqual({
      __type: 'InvalidParameterException',
      message: 'User is already confirmed.',
    })
    expect((await confirm(username, wrong, HOME)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    })
  })

  test('is not revealed to others: they get the answer for an unknown name, and no mail', async () => {
    const { username, wrong } = await confirmedPerson()
    const sent = world.mailbox.length
    const known = await resend(username, ELSEWHERE)
    expect(known.status).toBe(200)
    expect(known.body).toEqual({
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'p***@e***' },
    })
    expect(await resend(NOBODY, ELSEWHERE)).toEqual(known)
    expect(world.mailbox).toHaveLength(sent)
    const guess = await confirm(username, wrong, ELSEWHERE)
    expect(guess).toMatchObject({ error: 'CodeMismatchException' })
    expect(await confirm(NOBODY, wrong, ELSEWHERE)).toEqual(guess)
  })

  test('is not revealed a day later', async () => {
    const { username, wrong } = await confirmedPerson()
    world.wait(86_400)
    expect((await resend(username, HOME)).status).toBe(200)
    expect(await confirm(username, wrong, HOME)).toMatchObject({ error: 'CodeMismatchException' })
  })

  test('is revealed by the right code', async () => {
    const { username, code } = await confirmedPerson()
    expect(await confirm(username, code, ELSEWHERE)).toMatchObject({ error: 'NotAuthorizedException' })
  })

  test('is not revealed for an account created by staff', async () => {
    const { username } = await world.addPerson()
    expect(await resend(username, HOME)).toMatchObject({ status: 200 })
  })
})
