import { request as httpRequest } from 'node:http'
import { Sha256 } from '@aws-crypto/sha256-js'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { SignatureV4 } from '@smithy/signature-v4'
import { openWorld, STAFF_KEY } from './world.ts'

/** The service on a port, for the AWS SDK with real signatures, at today's time. */
export async function openStaffWorld() {
  const world = await openWorld()
  world.waitUntilToday()
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })

  const clientWith = (
    credentials: { accessKeyId: string; secretAccessKey: string },
    { offset = 0, region = 'us-east-1' } = {},
  ) =>
    new CognitoIdentityProviderClient({
      endpoint: `${address}/identity`,
      region,
      maxAttempts: 1,
      credentials,
      systemClockOffset: offset,
    })

  return {
    ...world,
    clientWith,
    staff: clientWith(STAFF_KEY),
    sign: (body: string, target: string, without?: string[]) =>
      sign(address, world.now(), body, target, without),
    send: (body: string, headers: Record<string, string>) => send(address, body, headers),
  }
}

export type StaffWorld = Awaited<ReturnType<typeof openStaffWorld>>

/** Signs like the SDK, for requests the SDK would never send. */
async function sign(
  address: string,
  signingDate: Date,
  body: string,
  target: string,
  without: string[] = [],
): Promise<Record<string, string>> {
  const { host } = new URL(address)
  const signer = new SignatureV4({
    service: 'cognito-idp',
    region: 'us-east-1',
    credentials: STAFF_KEY,
    sha256: Sha256,
  })
  const all = { host, 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target }
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)))
  const { headers: signed } = await signer.sign(
    { method: 'POST', protocol: 'http:', hostname: host, path: '/identity/', headers, body },
    { signingDate },
  )
  return { ...signed, host }
}

function send(address: string, body: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    body: { __type?: string; message?: string }
  }>()
  const outgoing = httpRequest(`${address}/identity/`, { method: 'POST', headers }, (incoming) => {
    let text = ''
    incoming.on('data', (chunk) => {
      text += chunk
    })
    incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) }))
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}
