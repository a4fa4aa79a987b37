import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteName } from './shop.ts'

/** A site's demo owner, as recorded at the first start. */
export function demoStaff(site: SiteName): { email: string; password: string } {
  const text = readFileSync(join(process.env.SHOP_DATA_DIR!, 'demo-accounts.txt'), 'utf8')
  const [, email, password] = new RegExp(`staff\\s+(\\S+@${site}\\S+)\\s+(\\S+)`).exec(text) ?? []
  if (email === undefined || password === undefined) throw new Error(`no demo staff of ${site}`)
  return { email, password }
}
