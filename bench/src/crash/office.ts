import { execFileSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Json } from '../customers.ts'
import { ROOT } from '../stack.ts'

const PATIENCE_MS = 30_000
const CODE_PERIOD_MS = 30_000

/** A signed-in staff member: the cookie outlives the server. */
export type Colleague = { cookie: string }
type Invited = { email: string; password: string }

/** Opens an owner's account with the operator's command. The embedded database must not be open. */
export function inviteOwner(env: Record<string, string>): Invited {
  const email = `${randomUUID()}@staff.example`
  const file = join(ROOT, 'server/src/commands/create-owner.ts')
  const told = execFileSync(process.execPath, [file, 'northwind', email, 'Robin', 'Hale'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  const password = /First password: (\S+)/.exec(told)?.[1]
  if (password === undefined) throw new Error(`no password was given: ${told}`)
  return { email, password }
}

/** Signs in with a new authenticator and chooses a password. */
export async function enterOffice(origin: string, { email, password }: Invited): Promise<Colleague> {
  const office = `${origin}/api/v1/office`
  const started = await send(`${office}/sign_in/`, { email, password })
  const { ticket, secret } = started.body
  const finished = await send(`${office}/sign_in/code/`, { ticket, code: codeOf(secret, Date.now()) })
  const cookie = finished.cookie?.split(';')[0]
  if (cookie === undefined) throw new Error(`no session: ${JSON.stringify(finished.body)}`)
  const chosen = { current_password: password, new_password: `Long-enough-${randomUUID()}` }
  const changed = await send(`${office}/password/`, chosen, { cookie })
  if (changed.status !== 204) throw new Error(`no password: ${JSON.stringify(changed.body)}`)
  return { cookie }
}

/** Calls the API as a staff member. @throws if there's no answer */
export function ask(
  origin: string,
  { cookie }: Colleague,
  path: string,
  body?: Record<string, unknown>,
  key?: string,
): Promise<{ status: number; body: Json }> {
  return send(`${origin}/api/v1/office/${path}`, body, { cookie, ...(key && { 'idempotency-key': key }) })
}

async function send(url: string, body?: Record<string, unknown>, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...headers,
      origin: new URL(url).origin,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await answer.text()
  const [cookie] = answer.headers.getSetCookie()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Json, cookie }
}

/** The six digits of an authenticator app (RFC 6238), computed independently here. */
function codeOf(secret: string, atMs: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(atMs / CODE_PERIOD_MS)))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest()
  const offset = mac[mac.length - 1]! & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
