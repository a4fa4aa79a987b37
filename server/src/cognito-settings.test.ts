import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const POOL = {
  IDENTITY_USER_POOL_ID: 'us-east-1_AbCdEf123',
  IDENTITY_CLIENT_ID: '3n4b5urk1ft4fl3mg5e62d9ado',
  IDENTITY_IDENTITY_POOL_ID: 'us-east-1:11111111-2222-4333-8444-555555555555',
}

test('uses the embedded accounts service without a pool', () => {
  expect(readConfig({}).cognito).toBeUndefined()
  expect(readConfig({ IDENTITY_USER_POOL_ID: '' }).cognito).toBeUndefined()
})

test('derives issuer, keys, and origins from the pool’s id', () => {
  expect(readConfig(POOL).cognito).toMatchObject({
    issuer: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEf123',
    jwksUrl: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEf123/.well-known/jwks.json',
    origins: [
      'https://cognito-idp.us-east-1.amazonaws.com',
      'https://cognito-identity.us-east-1.amazonaws.com',
    ],
    authFlow: undefined,
    socialProviders: [],
  })
})

test('an explicit issuer determines the keys, and a domain the origin', () => {
  const { cognito } = readConfig({
    ...POOL,
    IDENTITY_ISSUER: 'http://localhost:4000/pool',
    IDENTITY_AUTH_FLOW: 'USER_SRP_AUTH',
    IDENTITY_OAUTH_DOMAIN: 'shop.auth.us-east-1.amazoncognito.com',
    IDENTITY_OAUTH_PROVIDERS: 'Apple, Google',
  })
  expect(cognito).toMatchObject({
    issuer: 'http://localhost:4000/pool',
    jwksUrl: 'http://localhost:4000/pool/.well-known/jwks.json',
    authFlow: 'USER_SRP_AUTH',
    socialProviders: ['Google', 'Apple'],
  })
  expect(cognito?.origins.at(-1)).toBe('https://shop.auth.us-east-1.amazoncognito.com')
})

test.each([
  [
    { IDENTITY_ISSUER: 'https://a.example' },
    /^IDENTITY_USER_POOL_ID is missing: IDENTITY_ISSUER needs it\nIDENTITY_CLIENT_ID is missing/,
  ],
  [{ ...POOL, IDENTITY_CLIENT_ID: '' }, /^IDENTITY_CLIENT_ID is missing/],
  [{ ...POOL, IDENTITY_IDENTITY_POOL_ID: '' }, /^IDENTITY_IDENTITY_POOL_ID is missing/],
  [{ ...POOL, IDENTITY_USER_POOL_ID: 'us-east-1' }, /^IDENTITY_USER_POOL_ID is wrong: expects a user pool/],
  [{ ...POOL, IDENTITY_REGION: 'eu-west-1' }, /^IDENTITY_REGION is wrong: IDENTITY_USER_POOL_ID is of us/],
  [
    { ...POOL, IDENTITY_IDENTITY_POOL_ID: 'eu-west-1:11111111-2222-4333-8444-555555555555' },
    /^IDENTITY_IDENTITY_POOL_ID is wrong: expects one of us-east-1/,
  ],
  [{ ...POOL, IDENTITY_AUTH_FLOW: 'CUSTOM_AUTH' }, /^IDENTITY_AUTH_FLOW is wrong: expects USER_PASS/],
  [{ ...POOL, IDENTITY_OAUTH_DOMAIN: 'https://a.example' }, /^IDENTITY_OAUTH_DOMAIN is wrong/],
  [{ ...POOL, IDENTITY_OAUTH_PROVIDERS: 'Google' }, /^IDENTITY_OAUTH_DOMAIN is missing/],
  [
    { ...POOL, IDENTITY_OAUTH_DOMAIN: 'a.example', IDENTITY_OAUTH_PROVIDERS: 'GitHub' },
    /^IDENTITY_OAUTH_PROVIDERS is wrong: expects names out of/,
  ],
  [{ ...POOL, IDENTITY_SOCIAL_FILE: 'social.json' }, /^IDENTITY_SOCIAL_FILE is of the embedded accounts/],
  [{ IDENTITY_STAFF_KEY_ID: 'ERP1' }, /^IDENTITY_STAFF_SECRET is missing/],
  [
    { IDENTITY_STAFF_KEY_ID: 'ERP1', IDENTITY_STAFF_SECRET: 'short' },
    /^IDENTITY_STAFF_SECRET is wrong: expects at least 32/,
  ],
  [{ SMS_TOKEN: 'x' }, /^SMS_URL is missing: SMS_TOKEN needs it$/],
])('contradictory settings stop the start and are named: %j', (settings, sentence) => {
  expect(() => readConfig(settings)).toThrow(sentence)
})
