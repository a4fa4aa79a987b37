import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inSite } from '../database/in-site.ts'
import { chainAccountEvents } from '../features/accounts/chain-account-events.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers freely and expects what it reads
export type AccountsAnswer = { status: number; body: any }

export const PASSWORD = 'kettle-of-plum-jam-4711'

/** Calls the accounts service over its protocol, and reads the server's resulting state. */
export function accountsWorld(world: World, host = 'localhost', slug = 'northwind') {
  const { app, kit, identity } = world
  const site = () => kit.sites.readByHost(host)

  async function ask(operation: string, input: object): Promise<AccountsAnswer> {
    const { accounts } = await site()
    const answer = await app.inject({
      method: 'POST',
      url: '/identity/',
      headers: {
        host,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify({ ClientId: accounts.client_id, ...input }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  return {
    ask,
    site,
    /** A confirmed account, not signed in. */
    async addAccount() {
      const email = `${randomUUID()}@customer.example`
      const { user_pool_id: poolId } = (await site()).accounts
      const { sub } = await identity.createUser({ poolId, email, password: PASSWORD, confirmed: true })
      return { email, sub, username: `${email}#${slug}` }
    },
    async signIn(username: string, password = PASSWORD) {
      const answer = await ask('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password },
      })
      return { ...answer, tokens: answer.body.AuthenticationResult }
    },
    /** The audit log's account entries, oldest first, once waiting ones are chained. */
    async lines(about?: string) {
      const { id } = await site()
      await chainAccountEvents(kit.pool, id)
      const rows = await inSite(kit.pool, id, (db) =>
        db
          .selectFrom('audit_entries')
          .selectAll()
          .where('site_id', '=', id)
          .where('event', 'like', 'account.%')
          .orderBy('id')
          .execute(),
      )
      return about === undefined ? rows : rows.filter((row) => JSON.stringify(row).includes(about))
    },
    /** Runs the enqueued jobs of one name, as a worker would. */
    async work(name: string, handlers: JobHandler[]) {
      const { rows } = await sql<{ data: unknown }>`
        select data from pgboss.job where name = ${name} and state = 'created'`.execute(kit.pool)
      const handler = handlers.find((one) => one.job.name === name)!
      for (const { data } of rows) await handler.run(handler.job.payload.parse(data) as never)
      await sql`delete from pgboss.job where name = ${name}`.execute(kit.pool)
      return rows
    },
  }
}
