import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../stack.ts'

/** Who calls, and with which headers. A `silent` customer never calls while others try to reach their rows. */
export type Caller = {
  name: string
  kind: 'customer' | 'staff' | 'program' | 'refused' | 'silent'
  host: string
  site: number
  customer: number | null
  headers: Record<string, string>
  /** The customers of the company that the caller acts for, and every company the caller is in. */
  colleagues: number[]
  companies: number[]
  /** The customers of all these companies. Notices tell of them, whichever company the caller acts for. */
  everyColleague: number[]
}
export type OwnedRow = { id: number; site: number; customer: number | null }

/** The database as it is before the first request. */
export type Filled = {
  callers: Caller[]
  rows: Record<string, OwnedRow[]>
  /** Accounts that the callers use, so no request closes them. */
  guarded: Record<string, number[]>
  secrets: { claims: string[]; files: string[] }
}

/** Fills a new database with two sites; `env` is that of the server started on it. */
export async function fill(env: Record<string, string>): Promise<Filled> {
  const child = spawn(process.execPath, [join(ROOT, 'server/src/testing/hostile-world.ts')], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [told, code] = await Promise.all([
    text(child.stdout!),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ])
  if (code !== 0) throw new Error(`the database was not filled: code ${code}`)
  return JSON.parse(told.trim().split('\n').at(-1)!)
}
