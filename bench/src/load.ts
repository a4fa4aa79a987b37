import { readdirSync, readFileSync } from 'node:fs'
import { letFewPayOften } from './checkout.ts'
import { ask, type Colleague, enterOffice, inviteOwner } from './crash/office.ts'
import type { Json } from './customers.ts'
import { makeCustomer } from './customers.ts'
import { percentile, table } from './figures.ts'
import { liveAsCustomer, sleep } from './load-user.ts'
import { type Steps, timing } from './orders.ts'
import { memoryMbOf, startStack } from './stack.ts'

const USERS = Number(process.env.LOAD_USERS ?? 500)
const MINUTES = Number(process.env.LOAD_MINUTES ?? 10)
const SAMPLES_AT_LEAST = 20
const SAMPLE_EVERY_MS = Math.min(30_000, (MINUTES * 60_000) / SAMPLES_AT_LEAST)
const OFFICE_LOOKS_MS = 3_000
/** Accounts opened at the same time: each waits for a mailed code. */
const OPENED_AT_ONCE = 10
/** Growth over the second half that still counts as flat, as a share. */
const FLAT = 0.05
const GOAL_P95_MS = 200

type Sample = { seconds: number; memory: Map<string, number>; placed: number }

/**
 * People who browse, design, import a small list, order, pay, and track their order, with pauses as people make
 * them, while staff approve. Prints each call's time, errors, and the memory of every process.
 */
export async function benchLoad(databaseUrl: string | undefined) {
  let invited: ReturnType<typeof inviteOwner> | undefined
  const stack = await startStack(databaseUrl, async (dataDir) => {
    await letFewPayOften(databaseUrl, dataDir)
    invited = inviteOwner({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' })
  })
  const steps: Steps = {}
  const errors = new Map<string, number>()
  const samples: Sample[] = []
  const failed = (cause: unknown) => {
    const text = (cause instanceof Error ? cause.message : String(cause)).replaceAll(
      /\d{2,}|"request_id.*/g,
      '…',
    )
    errors.set(text.slice(0, 140), (errors.get(text.slice(0, 140)) ?? 0) + 1)
  }
  try {
    const colleague = await enterOffice(stack.origin, invited!)
    const customers = await openAccounts(stack)
    let placed = 0
    const began = Date.now()
    const until = began + MINUTES * 60_000
    const cpuBefore = process.cpuUsage()
    const serverCpuBefore = cpuSecondsOf(stack.pid)
    const sampling = (async () => {
      for (let at = began; at <= until; at += SAMPLE_EVERY_MS) {
        await sleep(Math.max(0, at - Date.now()))
        samples.push({ seconds: Math.round((at - began) / 1_000), memory: memoryOf(stack.pid), placed })
      }
    })()
    const approved = approveUntil(stack.origin, colleague, until, steps, failed)
    await Promise.all([
      sampling,
      approved,
      ...customers.map(({ call }, at) =>
        liveAsCustomer({
          ...{ stack, call, until, failed, seed: at + 1 },
          timed: timing(steps),
          placed: () => {
            placed += 1
          },
        }),
      ),
    ])
    const seconds = (Date.now() - began) / 1_000
    const { user, system } = process.cpuUsage(cpuBefore)
    tell({
      ...{ seconds, placed, steps, errors, samples },
      approved: await approved,
      generatorCpu: (user + system) / 1e6 / seconds,
      serverCpu: (cpuSecondsOf(stack.pid) - serverCpuBefore) / seconds,
    })
  } finally {
    await stack.stop()
  }
}

async function openAccounts(stack: Parameters<typeof makeCustomer>[0]) {
  const customers: Awaited<ReturnType<typeof makeCustomer>>[] = []
  while (customers.length < USERS) {
    const more = Math.min(OPENED_AT_ONCE, USERS - customers.length)
    customers.push(...(await Promise.all(Array.from({ length: more }, () => makeCustomer(stack)))))
  }
  return customers
}

/** A colleague who looks at the list and approves what waits for review. @returns how many orders */
async function approveUntil(
  origin: string,
  colleague: Colleague,
  until: number,
  steps: Steps,
  failed: (cause: unknown) => void,
): Promise<number> {
  const timed = timing(steps)
  let approved = 0
  const call = async (step: string, path: string, body?: Record<string, unknown>): Promise<Json> => {
    const answer = await timed(`office: ${step}`, () => ask(origin, colleague, path, body))
    if (answer.status >= 300)
      throw new Error(`office: ${step}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  while (Date.now() < until) {
    try {
      await call('today', 'today/')
      const { results } = await call('orders', 'orders/?status=in_review&page_size=20')
      for (const { id, held_at } of results) {
        if (held_at !== null || Date.now() > until) continue
        await call('order', `orders/${id}/`)
        await call('approve', `orders/${id}/approve/`, { seen_status: 'in_review' })
        approved += 1
      }
    } catch (cause) {
      failed(cause)
    }
    await sleep(Math.min(OFFICE_LOOKS_MS, Math.max(0, until - Date.now())))
  }
  return approved
}

type Told = {
  seconds: number
  placed: number
  approved: number
  steps: Steps
  errors: Map<string, number>
  samples: Sample[]
  generatorCpu: number
  serverCpu: number
}

function tell({ seconds, placed, approved, steps, errors, samples, generatorCpu, serverCpu }: Told) {
  const ours = Object.entries(steps).filter(([step]) => !step.startsWith('('))
  const all = ours.flatMap(([, times]) => times)
  table(`${USERS} virtual users for ${MINUTES} minutes`, [
    { what: 'calls/s', figure: all.length / seconds, goal: '' },
    { what: 'orders placed', figure: placed, goal: '' },
    { what: 'orders placed a minute', figure: (placed / seconds) * 60, goal: '' },
    { what: 'orders approved', figure: approved, goal: '' },
    { what: 'all calls p50, ms', figure: percentile(all, 0.5), goal: '' },
    { what: 'all calls p95, ms', figure: percentile(all, 0.95), goal: `< ${GOAL_P95_MS}` },
    { what: 'all calls p99, ms', figure: percentile(all, 0.99), goal: '' },
    { what: 'longest, ms', figure: all.reduce((most, ms) => Math.max(most, ms), 0), goal: '' },
    { what: 'errors', figure: [...errors.values()].reduce((sum, count) => sum + count, 0), goal: '0' },
    { what: 'processor share of the load generator', figure: generatorCpu.toFixed(2), goal: '' },
    { what: 'processor share of the server’s processes', figure: serverCpu.toFixed(2), goal: '' },
  ])
  table(
    '  per call, ms',
    Object.entries(steps)
      .toSorted()
      .map(([call, times]) => ({
        call,
        count: times.length,
        p50: percentile(times, 0.5),
        p95: percentile(times, 0.95),
        p99: percentile(times, 0.99),
        longest: times.reduce((most, ms) => Math.max(most, ms), 0),
        over: percentile(times, 0.95) > GOAL_P95_MS ? '!' : '',
      })),
  )
  if (errors.size > 0) {
    const most = [...errors].toSorted(([, a], [, b]) => b - a).slice(0, 20)
    table(
      '  errors',
      most.map(([error, count]) => ({ count, error })),
    )
  }
  const names = [...new Set(samples.flatMap(({ memory }) => [...memory.keys()]))].toSorted()
  table(
    '  resident memory, MB',
    samples.map(({ seconds: at, placed: orders, memory }) => ({
      s: at,
      orders,
      ...Object.fromEntries(names.map((name) => [name, memory.get(name) ?? ''])),
    })),
  )
  for (const name of names) {
    if (name !== 'makers') console.info(`${name}: ${flatness(samples.map(({ memory }) => memory.get(name)))}`)
  }
}

/** Compares the third and the fourth quarter; the first half warms up caches and compiled code. */
function flatness(values: (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined)
  if (known.length < SAMPLES_AT_LEAST / 2) return 'too few samples to say whether its memory is flat'
  const quarter = (from: number) => {
    const part = known.slice(Math.floor(known.length * from), Math.floor(known.length * (from + 0.25)))
    return part.reduce((sum, value) => sum + value, 0) / part.length
  }
  const growth = quarter(0.75) / quarter(0.5) - 1
  const percent = `${(growth * 100).toFixed(1)} % from the third quarter of the run to the last`
  return `${growth <= FLAT ? 'flat' : 'NOT flat'}: ${percent}`
}

/** Each kind of process with the memory of all its processes; makers come and go. */
function memoryOf(pid: number): Map<string, number> {
  const memory = new Map<string, number>()
  for (const one of familyOf(pid)) {
    try {
      const name = one === pid ? 'main' : kindOf(one)
      memory.set(name, (memory.get(name) ?? 0) + memoryMbOf(one))
    } catch {
      // It ended in between.
    }
  }
  return memory
}

function kindOf(pid: number): string {
  if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('maker')) return 'makers'
  const role = /LAUREL_PROCESS=(\w+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1]
  return role === undefined ? 'others' : `${role}s`
}

function familyOf(pid: number): number[] {
  const children: number[] = []
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      const listed = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      children.push(...listed.split(' ').filter(Boolean).map(Number))
    } catch {
      // The thread ended in between.
    }
  }
  return [
    pid,
    ...children.flatMap((child) => {
      try {
        return familyOf(child)
      } catch {
        return []
      }
    }),
  ]
}

/** Of a process and its children, the ended ones too, in seconds. */
function cpuSecondsOf(pid: number): number {
  const HUNDREDTHS = 100
  const spent = familyOf(pid).map((one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  })
  return spent.reduce((sum, ticks) => sum + ticks, 0) / HUNDREDTHS
}
