import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { addOperator } from '../features/staff/operators.ts'
import { makeWorld, type World } from './world.ts'

export const PLATFORM_HOST = 'platform.example'
export const OPERATOR_PASSWORD = 'seven green lanterns'

type Headers = Record<string, string>

/** A world with an operator who is signed in to the platform area. */
export async function makePlatformWorld(settings: Record<string, string> = {}) {
  const world = await makeWorld({ PUBLIC_ORIGIN: `http://${PLATFORM_HOST}:3000`, ...settings })
  const me = await openOperator(world, false)

  function ask(method: string, path: string, body?: Record<string, unknown>, headers?: Headers) {
    const given = headers ?? { cookie: platform.cookie }
    return world.visit(PLATFORM_HOST)(method, `/api/v1/platform/${path}`, body, given)
  }

  const platform = {
    world,
    me,
    /** Sent unless other headers are given. */
    cookie: '',
    ask,
    open: (isTemporary: boolean) => openOperator(world, isTemporary),
    /** @returns the cookie */
    async signIn(email: string, password = OPERATOR_PASSWORD, before: Headers = {}): Promise<string> {
      const { body: started } = await ask('POST', 'sign_in/', { email, password }, {})
      const code = new TOTP({ secret: Secret.fromBase32(started.secret), period: 30, digits: 6 }).generate()
      const { headers } = await ask('POST', 'sign_in/code/', { ticket: started.ticket, code }, before)
      return String(headers['set-cookie']).split(';')[0]!
    },
  }
  platform.cookie = await platform.signIn(me.email)
  return platform
}

async function openOperator(world: World, isTemporary: boolean): Promise<{ id: number; email: string }> {
  const { pool, staffPools } = world.kit
  const email = `${randomUUID()}@operator.example`
  const kept = await staffPools.hashPassword(OPERATOR_PASSWORD)
  const id = await pool
    .transaction()
    .execute((db) => addOperator(db, staffPools, { email, name: 'Ines Varga', kept, isTemporary }))
  return { id: id!, email }
}
