import { describe, expect, test } from 'vitest'
import {
  afterCheck,
  domainOfEmail,
  joinMailAt,
  readCompanyDomain,
  verificationRecord,
  waysToJoin,
} from './company-domains.ts'

const NOW = new Date('2031-03-04T12:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const later = (ms: number) => new Date(NOW.getTime() + ms)

test.each([
  ['halden.example', 'halden.example'],
  [' Halden.Example. ', 'halden.example'],
  ['@halden.example', 'halden.example'],
  ['dana@halden.example', 'halden.example'],
  ['https://halden.example/about?x=1', 'halden.example'],
  ['us.halden.example', 'us.halden.example'],
  ['xn--hlden-pra.example', 'xn--hlden-pra.example'],
])('reads %j as %s', (typed, domain) => {
  expect(readCompanyDomain(typed)).toEqual({ domain })
})

test.each([
  '',
  'halden',
  '192.0.2.7',
  'a b.example',
  '-halden.example',
  'halden.example:8080',
  'hälden.example',
])('%j is no domain', (typed) => {
  expect(readCompanyDomain(typed)).toEqual({ problem: 'Enter a domain, such as halden.example.' })
})

test.each(['gmail.com', 'Outlook.com', 'someone@yahoo.co.uk', 'icloud.com', 'gmx.de', 'zoho.com'])(
  '%s belongs to everyone',
  (typed) => {
    expect(readCompanyDomain(typed)).toMatchObject({ problem: expect.stringMatching(/^Anyone can get/) })
  },
)

test('only the exact domain of an address counts', () => {
  expect(domainOfEmail('Dana@US.Halden.example')).toBe('us.halden.example')
  expect(domainOfEmail('"a@b"@halden.example')).toBe('halden.example')
  expect(verificationRecord('7f3a-91c2')).toBe('laurel-verify=7f3a-91c2')
})

describe('a check', () => {
  const fresh = { askedAt: ago(HOUR), verifiedAt: null, missingSince: null }
  const verified = { ...fresh, askedAt: ago(90 * DAY), verifiedAt: ago(90 * DAY) }

  test('that finds the record verifies the domain, and ends a time without it', () => {
    expect(afterCheck(fresh, 'found', NOW)).toEqual({ ...fresh, verifiedAt: NOW, nextCheckAt: later(DAY) })
    expect(afterCheck({ ...verified, missingSince: ago(DAY) }, 'found', NOW)).toEqual({
      ...verified,
      nextCheckAt: later(DAY),
    })
  })

  test.each(['missing', 'unreachable'] as const)(
    'that finds none (%s) is repeated for some days',
    (outcome) => {
      expect(afterCheck(fresh, outcome, NOW)).toEqual({ ...fresh, nextCheckAt: later(HOUR / 6) })
      const old = { ...fresh, askedAt: ago(3 * DAY) }
      expect(afterCheck(old, outcome, NOW)).toEqual({ ...old, nextCheckAt: null })
    },
  )

  test('is repeated daily while another company has the domain', () => {
    const old = { ...fresh, askedAt: ago(30 * DAY) }
    expect(afterCheck(old, 'taken', NOW)).toEqual({ ...old, nextCheckAt: later(DAY) })
  })

  test('without the record ends the verification after a week, and not before', () => {
    const first = afterCheck(verified, 'missing', NOW)
    expect(first).toEqual({ ...verified, missingSince: NOW, nextCheckAt: later(HOUR) })
    expect(afterCheck(first, 'missing', later(7 * DAY - 1)).verifiedAt).toEqual(verified.verifiedAt)
    expect(afterCheck(first, 'missing', later(7 * DAY))).toEqual({
      askedAt: later(7 * DAY),
      verifiedAt: null,
      missingSince: null,
      nextCheckAt: later(7 * DAY + HOUR / 6),
    })
  })

  test('that nothing answers keeps what is known', () => {
    const missing = { ...verified, missingSince: ago(30 * DAY) }
    expect(afterCheck(missing, 'unreachable', NOW)).toEqual({ ...missing, nextCheckAt: later(HOUR) })
  })
})

test.each([
  ['off', undefined, undefined],
  ['off', { state: 'left', at: NOW }, undefined],
  ['approval', undefined, 'after_approval'],
  ['open', undefined, 'at_once'],
  ['open', { state: 'open', at: NOW }, 'after_approval'],
  ['open', { state: 'left', at: ago(900 * DAY) }, 'after_approval'],
  ['open', { state: 'declined', at: ago(7 * DAY) }, 'after_approval'],
  ['open', { state: 'declined', at: ago(7 * DAY - 1) }, undefined],
  ['approval', { state: 'declined', at: ago(DAY) }, undefined],
] as const)('joining is %s, and the person %j: %s', (mode, before, ways) => {
  expect(waysToJoin(mode, before, NOW)).toBe(ways)
})

test('admins get one mail a day about requests', () => {
  const MINUTES = 5 * 60_000
  expect(joinMailAt(null, NOW)).toEqual(later(MINUTES))
  expect(joinMailAt(later(1), NOW)).toBeUndefined()
  expect(joinMailAt(ago(HOUR), NOW)).toEqual(later(23 * HOUR))
  expect(joinMailAt(ago(40 * DAY), NOW)).toEqual(later(MINUTES))
})
