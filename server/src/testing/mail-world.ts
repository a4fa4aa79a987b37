import { sql } from 'kysely'
import type { Replacements } from '../laurel.ts'
import { allMailHandlers } from './all-mail-handlers.ts'
import { makeWorld } from './world.ts'

export type Message = {
  from: string
  subject: string
  text: string
  html: string
  attachments: Array<{ file_name: string; content_type: string; base64: string }>
}

type Sandbox = { origin: string; smtpPort: number; close(): Promise<void> }

/** The whole server with a mail server whose mailboxes the test reads. */
export async function makeMailWorld(sandbox: Sandbox, replace: Pick<Replacements, 'resolveTxt'> = {}) {
  const world = await makeWorld({ SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}` }, undefined, replace)
  const handlers = allMailHandlers(world.kit)
  return {
    world,
    /** Newest first. */
    async inbox(to: string): Promise<Message[]> {
      const answer = await fetch(`${sandbox.origin}/inbox/messages/?to=${encodeURIComponent(to)}`)
      return (await answer.json()) as Message[]
    },
    /** Does what a worker would do with the enqueued jobs whose name is like this. @returns their payloads */
    async work(name: string) {
      const { rows } = await sql<{ id: string; name: string; data: unknown }>`
        select id, name, data from pgboss.job where name like ${name} and state = 'created' order by created_on`.execute(
        world.kit.pool,
      )
      for (const { name: jobName, data } of rows) {
        const handler = handlers.find(({ job }) => job.name === jobName)!
        await handler.run(handler.job.payload.parse(data) as never)
      }
      const ids = rows.map(({ id }) => id)
      await sql`delete from pgboss.job where name like ${name} and id = any (${ids})`.execute(world.kit.pool)
      return rows
    },
    async close() {
      await world.close()
      await sandbox.close()
    },
  }
}
