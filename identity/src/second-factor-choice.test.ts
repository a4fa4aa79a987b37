import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FactorWorld, INVALID_SESSION, openFactorWorld } from './testing/factor-world.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await openFactorWorld()
})
afterAll(() => world.close())

describe('With several second factors', () => {
  test('the person chooses one, which is asked', async () => {
    const ann = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP')
    const question = await world.openSignIn(ann.username)
    expect(question.ChallengeName).toBe('SELECT_MFA_TYPE')
    expect(JSON.parse(question.ChallengeParameters.MFAS_CAN_CHOOSE).sort()).toEqual([
      'EMAIL_OTP',
      'SMS_MFA',
      'SOFTWARE_TOKEN_MFA',
    ])
    const sent = world.mailbox.length
    const chosen = await world.respond(ann.username, 'SELECT_MFA_TYPE', question.Session, {
      ANSWER: 'SMS_MFA',
    })
    expect(chosen.body).toMatchObject({
      ChallengeName: 'SMS_MFA',
      ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS' },
    })
    expect(world.mailbox).toHaveLength(sent + 1)
    expect((await world.answer(ann.username, 'SMS_MFA', chosen.body.Session, world.lastCode())).status).toBe(
      200,
    )
  })

  test('the preferred one is asked', async () => {
    const ann = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA')
    await world.setFactor(ann.AccessToken, 'SOFTWARE_TOKEN_MFA', true, true)
    expect((await world.openSignIn(ann.username)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
  })

  test('one that the site no longer offers is not asked', async () => {
    const ann = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA')
    await world.setFactor(ann.AccessToken, 'SMS_MFA', true, true)
    await world.setSite('optional', ['TOTP', 'EMAIL'])
    expect((await world.openSignIn(ann.username)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
  })

  test.each(['EMAIL_OTP', 'TOTP', 'MFA_SETUP', '__proto__'])(
    'choosing %s, which they do not have, leaves the challenge open',
    async (ANSWER) => {
      const ann = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA')
      const { Session } = await world.openSignIn(ann.username)
      expect(await world.respond(ann.username, 'SELECT_MFA_TYPE', Session, { ANSWER })).toMatchObject({
        status: 400,
        error: 'InvalidParameterException',
      })
      const right = await world.respond(ann.username, 'SELECT_MFA_TYPE', Session, { ANSWER: 'SMS_MFA' })
      expect(right.status).toBe(200)
    },
  )

  test('a choice works once, for its own user, within three minutes', async () => {
    const ann = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA')
    const bob = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA')
    const ANSWER = 'SOFTWARE_TOKEN_MFA'
    const { Session } = await world.openSignIn(ann.username)
    expect(await world.respond(bob.username, 'SELECT_MFA_TYPE', Session, { ANSWER })).toMatchObject(
      INVALID_SESSION,
    )
    expect(
      await world.respond(ann.username, 'SELECT_MFA_TYPE', Session, { ANSWER }, 'acornclient00000000000001'),
    ).toMatchObject(INVALID_SESSION)
    expect((await world.respond(ann.username, 'SELECT_MFA_TYPE', Session, {})).error).toBe(
      'InvalidParameterException',
    )
    expect((await world.respond(ann.username, 'SELECT_MFA_TYPE', Session, { ANSWER })).status).toBe(200)
    expect(await world.respond(ann.username, 'SELECT_MFA_TYPE', Session, { ANSWER })).toMatchObject(
      INVALID_SESSION,
    )

    const late = await world.openSignIn(ann.username)
    world.wait(180)
    expect(
      (await world.respond(ann.username, 'SELECT_MFA_TYPE', late.Session, { ANSWER })).body.message,
    ).toMatch('session is expired')
  })
})

test('a factor turned off while it is asked cannot be passed', async () => {
  const ann = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA')
  const { Session } = await world.openSignIn(ann.username)
  const chosen = await world.respond(ann.username, 'SELECT_MFA_TYPE', Session, { ANSWER: 'SMS_MFA' })
  await world.setFactor(ann.AccessToken, 'SMS_MFA', false)
  const answer = await world.answer(ann.username, 'SMS_MFA', chosen.body.Session, world.lastCode())
  expect(answer).toMatchObject(INVALID_SESSION)
})
