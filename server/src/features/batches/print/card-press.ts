import { randomUUID } from 'node:crypto'
import type { CardFace } from '@laurel/domain/card-face'
import type { CardBack } from '@laurel/domain/paint-card-back'
import { drawers } from '../../../makers/makers.ts'
import type { Artwork, Failure, Painted } from '../../card-items/card-painter.ts'

/** Cards being drawn at the same time: more than there are cores, so that none waits for us. */
const AT_ONCE = 6

const painter = drawers.callsTo<typeof import('./press-painter.ts')>(
  new URL('./press-painter.ts', import.meta.url),
)

/** Draws the cards of a batch with bleed, several at once. What all cards of a design share is drawn once. */
export function makeCardPress(onFailed: (failure: Failure) => void) {
  const press = randomUUID()
  const taken = ({ bytes, failures }: Painted): Buffer => {
    failures.forEach(onFailed)
    return bytes
  }
  return {
    /** The front of one card. @param design what cards with the same artwork have in common */
    async front(design: string, card: CardFace, artwork: Artwork): Promise<Buffer> {
      const key = `${press} ${design}`
      // Pictures are large, so they are sent once to each process.
      const painted = await painter('pressFront', key, card)
      return taken(painted ?? (await painter('pressFrontOfNewDesign', key, card, artwork)))
    },
    /** The back of a design's cards, without number and code. */
    async back(card: CardBack): Promise<Buffer> {
      return taken(await painter('pressBack', card))
    },
  }
}
export type CardPress = ReturnType<typeof makeCardPress>

/** Maps items concurrently, a few at a time, and yields results in order. */
export async function* mapInOrder<From, To>(
  source: AsyncIterable<From>,
  work: (one: From) => Promise<To>,
  atOnce = AT_ONCE,
): AsyncGenerator<To> {
  const under: Promise<To>[] = []
  try {
    for await (const one of source) {
      under.push(work(one))
      if (under.length >= atOnce) yield await under.shift()!
    }
    while (under.length > 0) yield await under.shift()!
  } finally {
    // The others aren't awaited, and their failures must not end the process.
    for (const one of under) one.catch(() => {})
  }
}
