import type { Query } from '../database-beside.ts'
import type { CrashServer } from './crash-server.ts'

export const AT_RANDOM = 'at random'

/** Where the server dies, by what it has just done; and how often, at most, it passes there before. */
export type PointOfDeath = { point: string; passes: number }

/** One kind of work that goes on while the server dies again and again. */
export type Line = {
  /** Its points, met in turn. */
  points: readonly PointOfDeath[]
  /** How many rounds in a row of all lines die at a point of this one. */
  share: number
  /** Brings in what is to be worked on in the next round, beside a server that is dead. */
  prepare(query: Query, next: { point: string; isOurs: boolean }): Promise<void>
  /** Asks for it as people do. An answer that does not come is the server's death: the next round goes on. */
  work(server: CrashServer): void
  /** @returns whether somebody still waits for an answer of theirs */
  isOpen(): boolean
  /** What must hold at every moment. @returns every rule that is broken, in words */
  findBroken(query: Query): Promise<string[]>
  /** What must hold once a healthy server has had time. */
  findUnfinished(query: Query): Promise<string[]>
  /** How much came out of it so far, and what it is: as long as that grows, a healthy server is at work. */
  progress(): number
  outcome: string
  /** From now on whoever is around behaves. */
  calm(): Promise<void>
  /** How much went through, in lines for whoever reads the run. */
  tell(query: Query): Promise<string[]>
  close(): Promise<void>
}

/** A dead server's work is anybody's again, and what was put off is due. */
export const AN_HOUR_LATER = [
  "update deliveries set updated_at = updated_at - interval '1 hour' where status = 'sending'",
  "update deliveries set due_at = now() where status = 'queued' and due_at > now()",
  "update orders set updated_at = updated_at - interval '1 hour' where status = 'approved'",
  "update batches set held_until = now() - interval '1 hour' where status = 'making'",
  `update shipments set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'
    where status in ('asked', 'unknown')`,
  "update webhook_messages set next_at = now() where status = 'waiting' and next_at > now()",
  "insert into pgboss.job (name, data) values ('batches.walk', '{}'), ('deliveries.walk', '{}')",
]

/** What any work leaves behind in the database: a round that changes none of it has shown nothing. */
export async function readTraces(query: Query): Promise<string> {
  const [row] = await query(`select concat_ws(' ',
    (select max(id) from delivery_events), (select max(id) from site_events), (select count(*) from issuer_cards),
    (select count(*) from issued_cards), (select count(*) from batches), (select count(*) from batch_files),
    (select string_agg(concat(id, status), ',' order by id) from batches where status <> 'mailed'),
    (select concat(count(*), ' ', max(updated_at)) from shipments), (select max(id) from webhook_attempts),
    (select sum(claim) from webhook_messages), (select max(id) from webhook_messages)) as traces`)
  return row.traces
}
