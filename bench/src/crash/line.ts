import { earlier, type Query } from '../database-beside.ts'
import type { CrashServer } from './crash-server.ts'

/** A crash at any moment. */
export const AT_RANDOM = 'at random'

/** Where the server crashes, named by what it just did; and how often, at most, it passes there first. */
export type PointOfDeath = { point: string; passes: number }

/** One kind of work that continues across crashes. */
export type Line = {
  /** Its crash points, in turn. */
  points: readonly PointOfDeath[]
  /** How many rounds in a row crash at a point of this line. */
  share: number
  /** Adds the work of the next round while the server is down. */
  prepare(query: Query, next: { point: string; isOurs: boolean }): Promise<void>
  /** Requests it as users do. A missing answer means the server crashed, and the next round continues. */
  work(server: CrashServer): void
  /** @returns whether a request is still unanswered */
  isOpen(): boolean
  /** What must hold at every moment. @returns every broken rule, in words */
  findBroken(query: Query): Promise<string[]>
  /** What must hold once a healthy server has had time. */
  findUnfinished(query: Query): Promise<string[]>
  /** How much was done so far: as long as this grows, a healthy server is at work. */
  progress(): number
  outcome: string
  /** From now on, no more faults are caused. */
  calm(): Promise<void>
  /** How much went through, in lines for the run's reader. */
  tell(query: Query): Promise<string[]>
  close(): Promise<void>
}

/** A dead server's visits to sites end without a heartbeat; until then, sweeps leave their sites out. */
export const VISITS_END = "delete from pgboss.job where name like '%.site' and state = 'active'"

/** Releases a dead server's work and makes delayed work due. */
export const AN_HOUR_LATER = [
  `update deliveries set updated_at = ${earlier('updated_at', '1 hour')} where status = 'sending'`,
  "update deliveries set due_at = now() where status = 'queued' and due_at > now()",
  `update orders set updated_at = ${earlier('updated_at', '1 hour')} where status = 'approved'`,
  "update batches set held_until = now() - interval '1 hour' where status = 'making'",
  `update shipments set created_at = ${earlier('created_at', '1 hour')}, updated_at = ${earlier('updated_at', '1 hour')}
    where status in ('asked', 'unknown')`,
  "update webhook_messages set next_at = now() where status = 'waiting' and next_at > now()",
  VISITS_END,
  "insert into pgboss.job (name, data) values ('batches.walk', '{}'), ('deliveries.walk', '{}')",
]

/** What any work leaves in the database: a round that changes none of this has shown nothing. */
export async function readTraces(query: Query): Promise<string> {
  const [row] = await query(`select concat_ws(' ',
    (select max(id) from delivery_events), (select max(id) from site_events), (select count(*) from issuer_cards),
    (select count(*) from issued_cards), (select count(*) from batches), (select count(*) from batch_files),
    (select string_agg(concat(id, status), ',' order by id) from batches where status <> 'mailed'),
    (select concat(count(*), ' ', max(updated_at)) from shipments), (select max(id) from webhook_attempts),
    (select sum(claim) from webhook_messages), (select max(id) from webhook_messages)) as traces`)
  return row.traces
}
