import pg from 'pg'
import { makeOwnDatabase } from './own-database.ts'
import { countOnTheWay } from './query-count.ts'
import { startStack } from './stack.ts'

/** Long enough that the start's own work is over. */
const SETTLE_MS = 20_000

/** Copies of the demo's first site, each with a host, accounts, and an endpoint for webhooks of its own. */
export const COPY_SITES = `
  do $$ declare columns text; begin
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
      where attrelid = 'sites'::regclass and attnum > 0 and not attisdropped
        and attname not in ('id', 'slug', 'hosts', 'accounts');
    execute format('insert into sites (slug, hosts, accounts, %1$s)
      select concat(''copy-'', nth), array[concat(''copy-'', nth, ''.localhost'')],
        accounts || jsonb_build_object(''user_pool_id'', concat(''us-east-1_Copy'', nth),
          ''client_id'', concat(''copy'', nth), ''identity_pool_id'', concat(''us-east-1:'', gen_random_uuid())), %1$s
      from sites, generate_series(1, SITES) nth where sites.id = 1', columns);
  end $$`

/** What a server and its database do without requests. */
export async function benchIdle(serverUrl: string, sites: number, seconds: number) {
  const own = await makeOwnDatabase(serverUrl)
  const counter = await countOnTheWay(own.url, true)
  const database = new pg.Client({ connectionString: serverUrl })
  await database.connect()
  const transactions = async () => {
    const { rows } = await database.query(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
      [new URL(own.url).pathname.slice(1)],
    )
    return Number(rows[0].count)
  }
  try {
    const stack = await startStack(counter.url, () => addSites(own.url, sites))
    try {
      await sleep(SETTLE_MS)
      const before = await transactions()
      counter.take()
      counter.takeTexts()
      await sleep(seconds * 1000)
      const { queries } = counter.take()
      return {
        figures: {
          sites,
          'start, s': stack.startMs / 1000,
          'queries/s': queries / seconds,
          'transactions/s': ((await transactions()) - before) / seconds,
          'resident, MB': stack.memoryMb(),
        },
        frequent: counter
          .takeTexts()
          .slice(0, 20)
          .map(([text, times]) => ({
            perSecond: times / seconds,
            text: text.replaceAll(/\s+/g, ' ').slice(0, 160),
          })),
      }
    } finally {
      await stack.stop()
    }
  } finally {
    await database.end()
    counter.close()
    await own.drop()
  }
}

/** @param sites how many there are afterwards, the demo's two included */
async function addSites(databaseUrl: string, sites: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(COPY_SITES.replace('SITES', String(sites - 2)))
  await client.query('analyze sites')
  await client.end()
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
