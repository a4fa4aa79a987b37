import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SocialClient } from '@laurel/identity'
import * as z from 'zod'
import { WrongSetting } from '../../wrong-setting.ts'

const text = z.string().min(1)
/** The address of a local or proxied service, instead of the real one. */
const address = z.url({ protocol: /^https$/, error: 'expects an https address' })
const PRIVATE_KEY = /^-----BEGIN PRIVATE KEY-----\n[A-Za-z0-9+/=\n]+-----END PRIVATE KEY-----\n?$/

const PlainClient = z.strictObject({
  client_id: text,
  client_secret: text,
  trust_email: z.literal(
    true,
    'expects true: this service does not say whether an address is confirmed, and without that, no one can sign in',
  ),
  endpoints: z.strictObject({ authorization: address, token: address, userinfo: address }).optional(),
})

const SiteClients = z.strictObject({
  Google: z.strictObject({ client_id: text, client_secret: text, issuer: address.optional() }).optional(),
  Apple: z
    .strictObject({
      client_id: text,
      team_id: text,
      key_id: text,
      private_key: z.string().regex(PRIVATE_KEY, 'expects the text of the .p8 file, PKCS #8 in PEM'),
      issuer: address.optional(),
    })
    .optional(),
  Amazon: PlainClient.optional(),
  Facebook: PlainClient.optional(),
})

/** Each site's registrations at other services, by its slug. */
export type SocialSettings = ReadonlyMap<string, readonly SocialClient[]>

/**
 * Reads with which other services people sign in at each site.
 *
 * @param file path of a JSON file; without it there are none
 * @throws {WrongSetting} naming the place in the file and what it expects
 */
export function readSocialSettings(file: string | undefined): SocialSettings {
  if (file === undefined) return new Map()
  const read = z.record(text, SiteClients).safeParse(parse(file))
  if (!read.success) {
    const [issue] = read.error.issues
    // The place and the rule, never the value: it is a secret.
    throw new WrongSetting(`IDENTITY_SOCIAL_FILE is wrong at ${issue?.path.join('.')}: ${issue?.message}`)
  }
  return new Map(Object.entries(read.data).map(([slug, clients]) => [slug, clientsOf(clients)]))
}

function parse(file: string): unknown {
  let json: string
  try {
    json = readFileSync(resolve(file), 'utf8')
  } catch {
    throw new WrongSetting(`IDENTITY_SOCIAL_FILE is wrong: ${file} cannot be read`)
  }
  try {
    return JSON.parse(json)
  } catch {
    throw new WrongSetting(`IDENTITY_SOCIAL_FILE is wrong: ${file} is not JSON`)
  }
}

function clientsOf({ Google, Apple, Amazon, Facebook }: z.output<typeof SiteClients>): SocialClient[] {
  const clients: SocialClient[] = []
  if (Google) {
    const { client_id: clientId, client_secret: clientSecret, issuer } = Google
    clients.push({ provider: 'Google', clientId, clientSecret, issuer })
  }
  if (Apple) {
    const { client_id: clientId, team_id: teamId, key_id: keyId, private_key: privateKey, issuer } = Apple
    clients.push({ provider: 'Apple', clientId, teamId, keyId, privateKey, issuer })
  }
  for (const [provider, client] of [['Amazon', Amazon] as const, ['Facebook', Facebook] as const]) {
    if (!client) continue
    const { client_id: clientId, client_secret: clientSecret, trust_email: trustEmail, endpoints } = client
    clients.push({ provider, clientId, clientSecret, trustEmail, endpoints })
  }
  return clients
}
