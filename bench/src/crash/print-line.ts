import { AT_RANDOM, type Line } from './line.ts'
import { findBrokenPrint, findUnfinishedPrint, type SoldLabel } from './print-books.ts'
import { addPrintOrder, type PrintWork, workOn } from './print-work.ts'
import type { Stage } from './stage.ts'

const POINTS = [
  { point: 'label.answered', passes: 5 },
  { point: 'batch.files_written', passes: 0 },
  { point: 'label.asked', passes: 5 },
  { point: AT_RANDOM, passes: 0 },
  { point: 'batch.files_kept', passes: 0 },
  { point: 'label.kept', passes: 5 },
] as const
/** Carrier faults: the label is created, but its answer is lost. */
const FAULTS = ['', 'label_html', '', 'label_5xx', 'too_many'] as const
/** With more orders in progress, no more are added. */
const MOST_OPEN = 3

/** Mailed cards: printed in batches, with labels from a carrier whose answer is sometimes lost. */
export function openPrintLine({ origin, sandboxOrigin, colleague, like }: Stage): Line {
  const works: PrintWork[] = []
  let prepared = 0
  const open = () => works.filter(({ isDone }) => !isDone)
  return {
    points: POINTS,
    share: 4,
    async prepare(query) {
      if (open().length < MOST_OPEN) works.push(await addPrintOrder(query, like))
      await switchOn(FAULTS[prepared % FAULTS.length]!)
      prepared += 1
    },
    work(server) {
      for (const work of open()) void workOn(origin, colleague, work, server.isDead).catch(() => undefined)
    },
    isOpen: () => open().length > 0,
    async findBroken(query) {
      const told = works.flatMap(({ contradiction }) => contradiction ?? [])
      return [...told, ...(await findBrokenPrint(query, await soldLabels()))]
    },
    findUnfinished: async (query) => findUnfinishedPrint(query, await soldLabels()),
    progress: () => works.length - open().length,
    outcome: 'orders in print mailed',
    calm: () => switchOn(''),
    async tell(query) {
      const sold = await soldLabels()
      const [counts] = await query(`select concat(
        (select count(*) from orders where number like 'P%' and is_shipped), ' orders in print, ',
        (select count(*) from batches where status = 'mailed'), ' batches mailed, ',
        (select count(*) from deliveries where reward_type = 'direct' and status = 'mailed'), ' letters, ',
        (select count(*) from shipments where status = 'made'), ' labels') as words`)
      return [`${counts.words}, ${sold.length} sold by the carrier`]
    },
    close: async () => undefined,
  }

  async function switchOn(fault: string): Promise<void> {
    await fetch(`${sandboxOrigin}/faults/usps/`, { method: 'DELETE' })
    if (fault === '') return
    await fetch(`${sandboxOrigin}/faults/usps/`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fault, times: 1 }),
    })
  }

  async function soldLabels(): Promise<SoldLabel[]> {
    const answer = await fetch(`${sandboxOrigin}/usps/labels/`)
    return ((await answer.json()) as { labels: SoldLabel[] }).labels
  }
}
