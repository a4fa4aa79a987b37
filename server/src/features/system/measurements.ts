import { Gauge, Registry } from 'prom-client'
import type { Pool } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { fromNow, now } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import {
  measureBackups,
  measureLedger,
  measurePayments,
  measureQueues,
  measureTodos,
  type Sample,
} from './measurements.repo.ts'

type MeasureKit = Pick<Kit, 'pool' | 'unconnectedQueues'>
type Measurement = { every: string; measure(kit: MeasureKit): Promise<Sample[]> }

/** How often one process of the installation measures, for any number of processes. */
export const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  queues: { every: '30 seconds', measure: measureQueues },
  todos: { every: '2 minutes', measure: measureTodos },
  backups: { every: '2 minutes', measure: measureBackups },
  payments: { every: '5 minutes', measure: measurePayments },
  ledger: { every: '1 hour', measure: measureLedger },
}

export const GAUGES: Readonly<Record<string, { help: string; labels: readonly string[] }>> = {
  laurel_jobs_waiting: { help: 'Jobs and digital cards that wait, by queue', labels: ['queue', 'state'] },
  laurel_jobs_oldest_due_seconds: { help: 'How long the oldest due job of a queue waits', labels: ['queue'] },
  laurel_payments: { help: 'Payments by state', labels: ['state'] },
  laurel_todos: { help: 'To-dos of all sites by kind', labels: ['kind'] },
  laurel_todos_oldest_seconds: { help: 'How long the oldest to-do of a kind waits', labels: ['kind'] },
  laurel_ledger_drift_cents: { help: 'What the ledger’s postings are off by', labels: [] },
  laurel_ledger_problems: { help: 'What a check of the ledger found', labels: ['problem'] },
  laurel_backup_age_seconds: {
    help: 'How old the last whole and the last verified backup is',
    labels: ['kind'],
  },
  laurel_measured_seconds: { help: 'How long ago these were measured', labels: ['measurement'] },
}

/**
 * Metrics of the whole installation, the same from all processes. The first process that is asked measures in the
 * background what is due (docs/decisions/0056).
 */
export function makeMeasurements(kit: MeasureKit, onError: (cause: unknown) => void): () => Promise<string> {
  return () => {
    measureDue(kit).catch(onError)
    // Without a database, the processes' own metrics are still served.
    return readMeasurements(kit.pool).catch(() => '')
  }
}

export async function readMeasurements(pool: Pool): Promise<string> {
  return gaugesOf(await readSamples(pool))
}

export async function measureDue(kit: MeasureKit): Promise<void> {
  const { pool } = kit
  for (const [name, { every, measure }] of Object.entries(MEASUREMENTS)) {
    if (!(await claim(pool, name, every))) continue
    const samples = await measure(kit)
    await pool
      .updateTable('measurements')
      .set({ samples: json(samples), measured_at: now })
      .where('name', '=', name)
      .execute()
  }
}

/** @returns false if it isn't due, or another process is faster */
async function claim(pool: Pool, name: string, every: string): Promise<boolean> {
  await pool
    .insertInto('measurements')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const claimed = await pool
    .updateTable('measurements')
    .set({ due_at: fromNow(every) })
    .where('name', '=', name)
    .where('due_at', '<=', now)
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

async function readSamples(pool: Pool): Promise<Sample[]> {
  const rows = await pool.selectFrom('measurements').select(['name', 'samples', 'measured_at']).execute()
  return rows.flatMap(({ name, samples, measured_at }) => {
    if (measured_at === null) return []
    const value = Math.max(0, Math.round((Date.now() - measured_at.getTime()) / 1_000))
    const age = { gauge: 'laurel_measured_seconds', labels: { measurement: name }, value }
    return [...(samples as Sample[]), age]
  })
}

function gaugesOf(samples: readonly Sample[]): Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  for (const [name, { help, labels }] of Object.entries(GAUGES)) {
    const own = samples.filter(({ gauge }) => gauge === name)
    if (own.length === 0) continue
    const gauge = new Gauge({ name, help, labelNames: labels, registers })
    for (const { labels, value } of own) gauge.set(labels, value)
  }
  return registry.metrics()
}
