import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './stack.ts'

export const PRINTED_CARDS = 1_000

export type PrintFigures = { perSecond: number; peakMb: number; megabytes: number }

/**
 * Cards drawn on the canvas alone (one after the other, or four at once: it encodes on threads of libuv) and
 * cards drawn into an encrypted PDF, alternating, each in its own process; and a batch a tenth as large, which
 * shows whether memory grows with the batch.
 */
export async function benchPrint() {
  const few = await draw('pdf', PRINTED_CARDS / 10)
  const single = await draw('single', PRINTED_CARDS / 2)
  const bare = [await draw('bare', PRINTED_CARDS)]
  const pdf = [await draw('pdf', PRINTED_CARDS)]
  bare.push(await draw('bare', PRINTED_CARDS))
  pdf.push(await draw('pdf', PRINTED_CARDS))
  return { few, single, bare: best(bare), pdf: best(pdf) }
}

/** The faster of two runs: the other one shared the machine. */
function best(turns: readonly PrintFigures[]): PrintFigures {
  return turns.toSorted((a, b) => b.perSecond - a.perSecond)[0]!
}

async function draw(mode: 'single' | 'bare' | 'pdf', cards: number): Promise<PrintFigures> {
  const file = join(ROOT, 'server/src/testing/print-cards.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file, mode, String(cards)], { cwd: ROOT })
  return JSON.parse(stdout) as PrintFigures
}
