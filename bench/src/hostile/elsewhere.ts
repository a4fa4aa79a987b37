import type { Dice } from '../dice.ts'
import type { Caller } from './filled.ts'
import { encode, type HostileRequest, jsonOf, setBody } from './hostile-request.ts'
import { hostileText, hostileValue, type Json } from './values.ts'

/** What the document doesn't have: pages, files, the accounts service, and provider reports. */
export function elsewhere(
  dice: Dice,
  number: number,
  caller: Caller,
  headers: Record<string, string>,
): HostileRequest {
  const path = dice.pick([
    ...[
      '/',
      '/office/',
      '/claim/x',
      '/brand/northwind/../../secret',
      '/assets/..%2f..%2fpackage.json',
      '/.env',
      '/favicon.ico',
    ],
    ...[
      '/api/',
      '/api/docs',
      '/api/docs/problems',
      '/api/v1/',
      '/api/v1/nothing/',
      '/api/v2/orders/',
      `/${encode(hostileText(dice)).slice(0, 3_000)}`,
    ],
    ...[
      '/identity/',
      '/identity/',
      '/identity/',
      '/identity/',
      '/api/v1/payments/converge_report/',
      '//evil.example/',
      '/%',
    ],
  ])
  const method = path === '/identity/' || dice.chance(0.3) ? 'POST' : 'GET'
  const request: HostileRequest = {
    ...{ number, caller, operation: undefined, endpoint: `${method} (elsewhere)`, method, path, headers },
    ...{ body: undefined, raw: undefined },
  }
  if (method === 'GET') return request
  const target = dice.pick([
    'InitiateAuth',
    'SignUp',
    'ConfirmSignUp',
    'ForgotPassword',
    'GetUser',
    'AdminGetUser',
    'RespondToAuthChallenge',
    'x',
  ])
  headers['x-amz-target'] = `AWSCognitoIdentityProviderService.${target}`
  const body: { [key: string]: Json } = {
    ClientId: dice.pick(['3n0rthw1ndrewardsweb7k2f9q', '5ac0rnandcompanyweb4m8t1xz', hostileValue(dice)]),
    Username: dice.chance(0.5) ? 'a@b.example#northwind' : hostileValue(dice),
    Password: hostileValue(dice),
    AuthFlow: dice.pick(['USER_PASSWORD_AUTH', 'USER_SRP_AUTH', 'REFRESH_TOKEN_AUTH', 'x']),
    AuthParameters: dice.chance(0.5)
      ? { USERNAME: 'a@b.example#northwind', PASSWORD: hostileText(dice) }
      : hostileValue(dice),
    UserAttributes: dice.chance(0.5) ? [{ Name: 'email', Value: hostileText(dice) }] : hostileValue(dice),
    AccessToken: hostileValue(dice),
  }
  setBody(
    request,
    dice.pick(['application/x-amz-json-1.1', 'application/json']),
    jsonOf(dice, body, dice.chance(0.2)),
  )
  return request
}
