import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function signedInPerson() {
  const person = await world.addPerson()
  return { ...person, tokens: (await world.signIn(person.username)).body.AuthenticationResult }
}

describe('Refreshing', () => {
  test('rotates the token and keeps the session and its sign-in time', async () => {
    const { tokens } = await signedInPerson()
    world.wait(600)

    const { body } = await world.refresh(tokens.RefreshToken)

    const before = decodeJwt(tokens.IdToken)
    const now = decodeJwt(body.AuthenticationResult.IdToken)
    expect(body.AuthenticationResult.RefreshToken).not.toBe(tokens.RefreshToken)
    expect([now.origin_jti, now.auth_time, now.sub]).toEqual([
      before.origin_jti,
      before.auth_time,
      before.sub,
    ])
    expect(now.iat).toBe(before.iat! + 600)
    expect(now.jti).not.toBe(before.jti)
  })

  test('two tabs that refresh at once get the same working token', async () => {
    const { tokens } = await signedInPerson()

    const [one, other] = await Promise.all([
      world.refresh(tokens.RefreshToken),
      world.refresh(tokens.RefreshToken),
    ])
    world.wait(59)
    const late = await world.refresh(tokens.RefreshToken)

    const successor = one.body.AuthenticationResult.RefreshToken
    expect(other.body.AuthenticationResult.RefreshToken).toBe(successor)
    expect(late.body.AuthenticationResult.RefreshToken).toBe(successor)
    expect((await world.refresh(successor)).status).toBe(200)
  })

  test('reusing an old token after a minute ends the session', async () => {
    const { tokens } = await signedInPerson()
    const thief = await world.refresh(tokens.RefreshToken)
    world.wait(61)

    expect(await world.refresh(tokens.RefreshToken)).toMatchObject({
      status: 400,
      error: 'RefreshTokenReuseException',
    })

    const { RefreshToken, AccessToken } = thief.body.AuthenticationResult
    expect((await world.refresh(RefreshToken)).body.message).toBe('Refresh Token has been revoked')
    expect((await world.ask('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked')
    expect(world.events).toContain('refresh_token_reused')
  })

  test('the older flow does the same', async () => {
    const { tokens } = await signedInPerson()
    const answer = await world.ask('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      ClientId: world.ClientId,
      AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken },
    })
    expect(answer.body.AuthenticationResult.IdToken).toBeTypeOf('string')
  })

  test('a session unused for 14 days ends; one in use ends after 30', async () => {
    const idle = await signedInPerson()
    let { RefreshToken } = (await signedInPerson()).tokens
    for (const days of [13, 13]) {
      world.wait(days * 86_400)
      RefreshToken = (await world.refresh(RefreshToken)).body.AuthenticationResult.RefreshToken
    }
    expect((await world.refresh(idle.tokens.RefreshToken)).body.message).toBe('Refresh Token has expired')
    world.wait(4 * 86_400)
    expect((await world.refresh(RefreshToken)).body.message).toBe('Refresh Token has expired')
  })

  test('a token works at its own site only', async () => {
    const { tokens } = await signedInPerson()
    const { RefreshToken } = tokens
    const answer = await world.ask('GetTokensFromRefreshToken', {
      ClientId: 'acornclient00000000000001',
      RefreshToken,
    })
    expect(answer.body.message).toBe('Invalid Refresh Token')
  })

  test('refresh tokens are stored only as digests or encrypted', async () => {
    const { tokens } = await signedInPerson()
    const { body } = await world.refresh(tokens.RefreshToken)
    const rows = JSON.stringify(await world.db.selectFrom('identity.refresh_tokens').selectAll().execute())
    expect(rows).not.toContain(tokens.RefreshToken)
    expect(rows).not.toContain(body.AuthenticationResult.RefreshToken)
  })
})

describe('Ending sessions', () => {
  const isOpen = async (AccessToken: string) => (await world.ask('GetUser', { AccessToken })).status === 200

  test('signing out ends only this session', async () => {
    const { username, tokens } = await signedInPerson()
    const phone = (await world.signIn(username)).body.AuthenticationResult
    const { ClientId } = world

    expect((await world.ask('RevokeToken', { ClientId, Token: tokens.RefreshToken })).status).toBe(200)

    expect(await isOpen(tokens.AccessToken)).toBe(false)
    expect(await isOpen(phone.AccessToken)).toBe(true)
    expect(await world.identity.isSessionRevoked(String(decodeJwt(tokens.IdToken).origin_jti))).toBe(true)
    expect(await world.identity.isSessionRevoked(String(decodeJwt(phone.IdToken).origin_jti))).toBe(false)
  })

  test('signing out everywhere ends them all', async () => {
    const { username, tokens } = await signedInPerson()
    const phone = (await world.signIn(username)).body.AuthenticationResult

    await world.ask('GlobalSignOut', { AccessToken: phone.AccessToken })

    expect([await isOpen(tokens.AccessToken), await isOpen(phone.AccessToken)]).toEqual([false, false])
    expect((await world.refresh(tokens.RefreshToken)).status).toBe(400)
  })

  test('a changed password ends the other sessions and keeps this one', async () => {
    const { username, tokens } = await signedInPerson()
    const phone = (await world.signIn(username)).body.AuthenticationResult
    const change = (PreviousPassword: string) =>
      world.ask('ChangePassword', {
        AccessToken: tokens.AccessToken,
        PreviousPassword,
        ProposedPassword: 'pears-and-thyme',
      })

    expect((await change('not-the-password')).body.message).toBe('Incorrect username or password.')
    expect((await change(PASSWORD)).status).toBe(200)

    expect([await isOpen(tokens.AccessToken), await isOpen(phone.AccessToken)]).toEqual([true, false])
    expect((await world.signIn(username)).status).toBe(400)
    expect((await world.signIn(username, 'pears-and-thyme')).status).toBe(200)
  })

  test('a deleted account is gone, with its sessions', async () => {
    const { username, tokens } = await signedInPerson()
    await world.ask('DeleteUser', { AccessToken: tokens.AccessToken })

    expect(await isOpen(tokens.AccessToken)).toBe(false)
    expect((await world.refresh(tokens.RefreshToken)).body.message).toBe('Invalid Refresh Token')
    expect((await world.signIn(username)).body.message).toBe('Incorrect username or password.')
  })

  test('cleanup deletes expired rows only', async () => {
    const old = await signedInPerson()
    world.wait(15 * 86_400)
    const { tokens } = await signedInPerson()
    await world.identity.deleteExpired()

    expect((await world.refresh(old.tokens.RefreshToken)).body.message).toBe('Invalid Refresh Token')
    expect((await world.refresh(tokens.RefreshToken)).status).toBe(200)
  })
})
