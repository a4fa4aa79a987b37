import {
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStaffWorld, type StaffWorld } from './testing/staff-world.ts'
import { NORTHWIND, STAFF_KEY } from './testing/world.ts'

const { poolId: UserPoolId } = NORTHWIND

let world: StaffWorld
let staff: CognitoIdentityProviderClient
beforeAll(async () => {
  world = await openStaffWorld()
  staff = world.staff
})
afterAll(() => world.close())

describe('A request of staff', () => {
  const command = () => new AdminGetUserCommand({ UserPoolId, Username: 'nobody@example.com#site-7' })

  test('is accepted only if signed with the configured key', async () => {
    const { accessKeyId, secretAccessKey } = STAFF_KEY
    await expect(
      world.clientWith({ accessKeyId, secretAccessKey: 'x'.repeat(40) }).send(command()),
    ).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    await expect(
      world.clientWith({ accessKeyId: 'SOMEBODYELSE', secretAccessKey }).send(command()),
    ).rejects.toMatchObject({ name: 'UnrecognizedClientException' })
    const { status, error } = await world.ask('AdminGetUser', { UserPoolId, Username: 'a' })
    expect([status, error]).toEqual([400, 'MissingAuthenticationTokenException'])
  })

  test('is refused more than five minutes early or late', async () => {
    for (const minutes of [-6, 6]) {
      // With more attempts, the SDK would correct its clock and retry.
      const client = world.clientWith(STAFF_KEY, { offset: minutes * 60_000 })
      await expect(client.send(command())).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    }
  })

  test('is refused if its body, operation, or time was changed', async () => {
    const { username } = await world.addPerson()
    const target = 'AWSCognitoIdentityProviderService.AdminGetUser'
    const body = JSON.stringify({ UserPoolId, Username: username })
    const signed = await world.sign(body, target)
    const { host: _host, ...withoutHost } = await world.sign(body, target, ['host'])
    const other = body.replace(username, 'nobody@example.com#site-7')

    expect((await world.send(body, signed)).status).toBe(200)
    for (const [changedBody, headers] of [
      // Its headers still have the digest of the first body.
      [other, signed],
      [body, { ...signed, 'x-amz-target': target.replace('GetUser', 'DisableUser') }],
      [body, { ...signed, 'x-amz-date': signed['x-amz-date']!.replace(/\d\dZ/, '99Z') }],
      [
        body,
        {
          ...signed,
          authorization: signed.authorization!.replace(/SignedHeaders=[^,]+/, 'SignedHeaders=host'),
        },
      ],
      [body, { ...signed, authorization: 'Bearer x' }],
      [body, withoutHost],
    ] as const) {
      const answer = await world.send(changedBody, headers)
      expect([answer.status, answer.body.__type]).toEqual([
        400,
        expect.stringMatching(/^(InvalidSignature|IncompleteSignature)Exception$/),
      ])
    }
    expect((await world.identity.findUser(UserPoolId, username))?.disabled_at).toBeNull()
  })

  test('cannot be replayed', async () => {
    const { username } = await world.addPerson()
    const body = JSON.stringify({ UserPoolId, Username: username })
    const disabling = await world.sign(body, 'AWSCognitoIdentityProviderService.AdminDisableUser')
    expect((await world.send(body, disabling)).status).toBe(200)
    await staff.send(new AdminEnableUserCommand({ UserPoolId, Username: username }))

    const repeated = await world.send(body, disabling)
    expect([repeated.status, repeated.body.__type]).toEqual([400, 'InvalidSignatureException'])
    expect((await world.identity.findUser(UserPoolId, username))?.disabled_at).toBeNull()
  })

  test('is remembered until its signature expires', async () => {
    const body = JSON.stringify({ UserPoolId, Username: (await world.addPerson()).username })
    const getting = await world.sign(body, 'AWSCognitoIdentityProviderService.AdminGetUser')
    expect((await world.send(body, getting)).status).toBe(200)
    const repeat = async () => (await world.send(body, getting)).body.message

    world.wait(299)
    await world.identity.deleteExpired()
    expect(await repeat()).toBe('This request was made before. Sign it anew.')
    world.wait(2)
    await world.identity.deleteExpired()
    expect(await repeat()).toBe('Signature expired or not yet current.')
    const kept = await world.db.selectFrom('identity.staff_signatures').selectAll().execute()
    expect(kept.every(({ expires_at }) => expires_at >= world.now())).toBe(true)
    world.waitUntilToday()
  })

  test('is accepted only in the region of its pool', async () => {
    const { username: Username } = await world.addPerson()
    const elsewhere = world.clientWith(STAFF_KEY, { region: 'eu-west-1' })
    const disabling = new AdminDisableUserCommand({ UserPoolId, Username })
    await expect(elsewhere.send(disabling)).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    expect((await world.identity.findUser(UserPoolId, Username))?.disabled_at).toBeNull()
  })

  test('is refused without a configured key, and a short key stops the start', async () => {
    const closed = await world.mount({ admin: undefined })
    const body = '{}'
    const { host: _, ...headers } = await world.sign(body, 'AWSCognitoIdentityProviderService.AdminGetUser')
    const answer = await closed.app.inject({ method: 'POST', url: '/identity/', headers, payload: body })
    expect([answer.statusCode, answer.json().__type]).toEqual([400, 'AccessDeniedException'])
    await closed.app.close()

    await expect(world.mount({ admin: { accessKeyId: 'A', secretAccessKey: 'short' } })).rejects.toThrow(
      RangeError,
    )
  })

  test('is audited once an hour if its signature was refused', async () => {
    world.waitUntilToday()
    const stranger = world.clientWith({ ...STAFF_KEY, secretAccessKey: 'x'.repeat(40) })
    const before = world.auditEvents.length
    for (let n = 0; n < 3; n += 1) {
      const look = stranger.send(
        new AdminGetUserCommand({ UserPoolId, Username: `nobody${n}@example.com#site-7` }),
      )
      await expect(look).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    }
    const kept = world.auditEvents.slice(before)
    expect(kept.filter(({ name }) => name === 'staff_refused').length).toBeLessThanOrEqual(1)
    expect(world.events).toContain('staff_refused')
  })

  test('is audited with its access key', async () => {
    const { username } = await world.addPerson()
    await staff.send(new AdminDisableUserCommand({ UserPoolId, Username: username }))
    expect(world.auditEvents.at(-1)).toMatchObject({
      name: 'user_disabled',
      username,
      accessKeyId: STAFF_KEY.accessKeyId,
    })
  })
})
