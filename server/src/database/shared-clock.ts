import type { Pool } from './database.ts'

/** A step of a clock, or of the primary to a machine with another one, is noticed after this long. */
const MEASURE_EVERY_MS = 60_000
/** Below this, the difference isn't worth a line in the log. */
const WORTH_SAYING_MS = 5_000

export type SharedClock = {
  now(): Date
  stop(): void
}

export const machineClock: SharedClock = { now: () => new Date(), stop: () => {} }

/**
 * The time by the database's clock. Servers compare what they write with each other's times (leases, expiries,
 * codes), so they go by the one clock that all of them can read.
 *
 * @param say takes a sentence for the operator
 * @param machine this machine's clock
 */
export async function followDatabaseClock(
  pool: Pool,
  say: (sentence: string) => void,
  machine: () => number = Date.now,
): Promise<SharedClock> {
  /** How far this machine is behind the database. */
  let behindMs = 0

  async function measure() {
    const asked = machine()
    const { at } = await pool
      .selectNoFrom(({ fn }) => fn<Date>('clock_timestamp').as('at'))
      .executeTakeFirstOrThrow()
    const halfMs = (machine() - asked) / 2
    const measured = at.getTime() - asked - halfMs
    // An answer that took long says little, and time shouldn't jump for less than it says.
    if (Math.abs(measured - behindMs) <= halfMs + 1) return
    if (Math.abs(measured - behindMs) > WORTH_SAYING_MS) say(sentenceOf(measured))
    behindMs = measured
  }

  await measure()
  // While the database doesn't answer, the last measurement is still the best.
  const timer = setInterval(() => measure().catch(() => {}), MEASURE_EVERY_MS)
  timer.unref()
  return { now: () => new Date(machine() + behindMs), stop: () => clearInterval(timer) }
}

function sentenceOf(behindMs: number): string {
  const seconds = Math.round(Math.abs(behindMs) / 1_000)
  if (seconds * 1_000 < WORTH_SAYING_MS) return "This machine's clock agrees with the database's again."
  const side = behindMs > 0 ? 'behind' : 'ahead of'
  return `This machine's clock is ${seconds} s ${side} the database's. Laurel uses the database's.`
}
