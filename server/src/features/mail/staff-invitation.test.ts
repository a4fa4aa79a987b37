import { randomUUID } from 'node:crypto'
import { startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeMailWorld } from '../../testing/mail-world.ts'
import type { World } from '../../testing/world.ts'

const PEOPLE = '/api/v1/office/staff/'
const LIFE_MS = 7 * 86_400_000

let mails: Awaited<ReturnType<typeof makeMailWorld>>
let world: World
let owner: Awaited<ReturnType<World['staff']>>
beforeAll(async () => {
  mails = await makeMailWorld(await startSandbox({ port: 0, smtpPort: 0 }))
  world = mails.world
}, 60_000)
beforeEach(async () => {
  owner = await world.staff()
})
afterEach(() => world.setClock(undefined))
afterAll(() => mails.close())

const workInvitations = () => mails.work('mail.staff-invitation')
const later = (ms: number) => world.setClock(new Date(Date.now() + ms))
const signIn = (email: string, password: string) =>
  world.visit('localhost')('POST', '/api/v1/office/sign_in/', { email, password })

async function invite() {
  const email = `${randomUUID()}@staff.example`
  const given = { name: 'Ann Lee', email, role: 'support', delivery: 'mail' }
  const { id } = (await owner.call('POST', PEOPLE, given)).body.member
  return { id, email }
}

async function mailedPasswords(email: string): Promise<string[]> {
  const inbox = await mails.inbox(email)
  return inbox.map(({ text }) => /One-time password:?\s+(\S+)/.exec(text)?.[1] ?? '')
}

test('an invitation is mailed with a password that signs in, and with its last day', async () => {
  world.setClock(new Date('2026-03-02T18:00:00Z'))
  const { email } = await invite()
  world.setClock(new Date('2026-03-05T18:00:00Z'))
  await workInvitations()
  expect((await mails.inbox(email))[0]?.text).toContain('by March 9, 2026')
  const [password = ''] = await mailedPasswords(email)
  expect((await signIn(email, password)).body.step).toBe('set_up')
})

test('an invitation that waited until its password expired is mailed with a new one', async () => {
  const { email } = await invite()
  later(LIFE_MS + 60_000)
  await workInvitations()
  expect(await mailedPasswords(email)).toEqual([])

  await workInvitations()
  const passwords = await mailedPasswords(email)
  expect(passwords).toHaveLength(1)
  expect((await signIn(email, passwords[0]!)).body.step).toBe('set_up')
})

test('of two invitations that waited, only the one with the last password is mailed', async () => {
  const { id, email } = await invite()
  later(1_000)
  await owner.call('POST', `${PEOPLE}${id}/new_password/`, { delivery: 'mail' })
  expect(await workInvitations()).toHaveLength(2)
  const passwords = await mailedPasswords(email)
  expect(passwords).toHaveLength(1)
  expect((await signIn(email, passwords[0]!)).body.step).toBe('set_up')
})

test('a password that was replaced on screen isn’t mailed', async () => {
  const { id, email } = await invite()
  later(1_000)
  await owner.call('POST', `${PEOPLE}${id}/new_password/`, { delivery: 'shown' })
  await workInvitations()
  expect(await mailedPasswords(email)).toEqual([])
})
