import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { subscribeToSession } from '../../../app/session.ts'
import type { Recipient } from './recipients.queries.ts'
import type { RowProblem } from './row-problems.ts'

/** A warning that was answered with "It is right": whose, which, and of which words it was said. */
type Kept = Readonly<Record<number, readonly string[]>>

const MOST_KEPT = 5_000

/** Answers stay over reloads. They name nobody: ids, codes, and a number made of the words. */
const useStore = create<{ byId: Kept }>()(
  persist((): { byId: Kept } => ({ byId: {} }), { name: 'kept-warnings', version: 1 }),
)

export function useKeptWarnings(): Kept {
  return useStore(({ byId }) => byId)
}

/** The customer says that it is right as it is; said again only when the row changes. */
export function keepWarning(row: Recipient, problem: RowProblem): void {
  useStore.setState(({ byId }) => {
    const others = Object.entries(byId).slice(-MOST_KEPT)
    return {
      byId: { ...Object.fromEntries(others), [row.id]: [...(byId[row.id] ?? []), answer(row, problem)] },
    }
  })
}

/** What a row still has to be asked about. An error stays whatever anybody says. */
export function openProblems(row: Recipient, kept: Kept): readonly RowProblem[] {
  const answers = kept[row.id]
  if (!answers) return row.problems
  return row.problems.filter(
    (problem) => problem.severity === 'error' || !answers.includes(answer(row, problem)),
  )
}

function answer(row: Recipient, { code, field }: RowProblem): string {
  const { firstName, lastName, email, address1, address2, city, state, zip } = row
  const words = [firstName, lastName, email, address1, address2, city, state, zip].join('\n')
  return `${code} ${field} ${numberOf(words)}`
}

/** FNV-1a: enough to notice that a row has changed. */
function numberOf(words: string): number {
  let number = 0x811c9dc5
  for (let at = 0; at < words.length; at++) {
    number = Math.imul(number ^ words.charCodeAt(at), 0x01000193) >>> 0
  }
  return number
}

subscribeToSession((state) => {
  if (state === 'signed-out') useStore.setState({ byId: {} })
})
