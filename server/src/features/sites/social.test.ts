import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { readSocialSettings } from './social-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'laurel-social-'))
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const APPLE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

const GOOGLE = { client_id: 'g', client_secret: 'very secret' }
const APPLE = { client_id: 'a', team_id: 't', key_id: 'k', private_key: APPLE_KEY }
const PLAIN = { client_id: 'p', client_secret: 'very secret', trust_email: true }

let files = 0
function write(content: unknown): string {
  files += 1
  const file = join(folder, `${files}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

describe('the settings', () => {
  test('are empty without a file', () => {
    expect(readConfig({}).social.size).toBe(0)
  })

  test('cover all four services, for one of two sites', () => {
    const file = write({
      northwind: { Google: GOOGLE, Apple: APPLE, Amazon: PLAIN, Facebook: PLAIN },
      acorn: {},
    })
    const { social } = readConfig({ IDENTITY_SOCIAL_FILE: file })
    expect(social.get('northwind')?.map((client) => client.provider)).toEqual([
      'Google',
      'Apple',
      'Amazon',
      'Facebook',
    ])
    expect(social.get('acorn')).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['is not JSON', '{', 'is not JSON'],
    ['names an unknown service', { northwind: { Mastodon: GOOGLE } }, 'northwind'],
    ['lacks a secret', { northwind: { Google: { client_id: 'g' } } }, 'northwind.Google.client_secret'],
    ['has an invalid key', { northwind: { Apple: { ...APPLE, private_key: 'x' } } }, 'private_key: expects'],
    [
      'does not trust Facebook’s addresses',
      { northwind: { Facebook: { ...PLAIN, trust_email: false } } },
      'northwind.Facebook.trust_email: expects true',
    ],
    [
      'leads to an address without TLS',
      { northwind: { Google: { ...GOOGLE, issuer: 'http://localhost' } } },
      'northwind.Google.issuer: expects an https address',
    ],
  ])('a file that %s stops the start without showing a secret', (_, content, place) => {
    const read = () => readSocialSettings(write(content))
    expect(read).toThrow('IDENTITY_SOCIAL_FILE is wrong')
    expect(read).toThrow(place)
    expect(read).not.toThrow('very secret')
  })

  test('a missing file stops the start', () => {
    expect(() => readSocialSettings('/nowhere/social.json')).toThrow('cannot be read')
  })
})

describe('site data', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld({
      IDENTITY_SOCIAL_FILE: write({ northwind: { Google: GOOGLE, Apple: APPLE } }),
      PUBLIC_ORIGIN: 'https://localhost:8443',
      TRUST_PROXY: '1',
    })
  })
  afterAll(() => world.close())

  const accountsAt = async (host: string, proto: string) => {
    const headers = { 'x-forwarded-proto': proto, 'x-forwarded-host': host }
    const { body } = await world.visit(host)('GET', '/api/v1/actual_rewards_site/', undefined, headers)
    return body.accounts
  }

  test('name the services that are set up, over TLS', async () => {
    expect(await accountsAt('localhost:8443', 'https')).toMatchObject({
      social_providers: ['Google', 'Apple'],
      oauth_domain: 'localhost:8443/identity',
    })
  })

  test.each([
    ['without TLS', 'localhost:8443', 'http'],
    ['at a port that is not the installation’s', 'localhost:9999', 'https'],
    ['at a site that has none', 'acorn.localhost:8443', 'https'],
  ])('name none %s', async (_, host, proto) => {
    const accounts = await accountsAt(host, proto)
    expect(accounts.social_providers).toEqual([])
    expect(accounts.oauth_domain).toBeUndefined()
  })

  const authorize = async (host: string, redirectUri: string, site = 'localhost') => {
    const { accounts } = await world.kit.sites.readByHost(site)
    const query = new URLSearchParams({ client_id: accounts.client_id, redirect_uri: redirectUri })
    return world.visit(host)('GET', `/identity/oauth2/authorize?${query}`)
  }

  test('the accounts service redirects only to the site’s own home', async () => {
    const home = await authorize('localhost', 'https://localhost:8443/')
    expect(home.status).toBe(302)
    expect(String(home.headers.location)).toMatch(
      /^https:\/\/localhost:8443\/\?error=unsupported_response_type/,
    )
    expect((await authorize('localhost', 'https://acorn.localhost:8443/')).status).toBe(400)
    expect((await authorize('localhost', 'http://localhost:8443/')).status).toBe(400)
  })

  test('are off for a site without services', async () => {
    const answer = await authorize('acorn.localhost', 'https://acorn.localhost:8443/', 'acorn.localhost')
    expect(answer.status).toBe(400)
    expect(answer.body).toContain("isn't set up for this site")
  })
})
