import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type Column = {
  title: string
  isNumber?: boolean
  /** The title is only for screen readers. */
  isUnseen?: boolean
  className?: string
  /** What a first click on the title sorts by: `total`, or `-total` if descending. */
  sort?: string
  /** People can hide it, or show it if it's `hidden` at first. Its cells say `of` which column they are. */
  choice?: 'shown' | 'hidden'
}

type Choices = Readonly<Record<string, Readonly<Record<string, boolean>>>>

/** Which columns a person shows or hides, by table and title. Stored in this browser. */
const useStore = create<{ choices: Choices }>()(
  persist((): { choices: Choices } => ({ choices: {} }), {
    name: 'table-columns',
    merge: (stored, now) => ({ choices: { ...now.choices, ...choicesIn(stored) } }),
  }),
)

function choicesIn(stored: unknown): Choices {
  const choices = typeof stored === 'object' && stored !== null && 'choices' in stored ? stored.choices : {}
  return typeof choices === 'object' && choices !== null ? (choices as Choices) : {}
}

/** The columns of a table that aren't on screen now, by title. */
export function useHiddenColumns(
  table: string | undefined,
  columns: readonly (string | Column)[],
): ReadonlySet<string> {
  const chosen = useStore(({ choices }) => (table === undefined ? undefined : choices[table]))
  return new Set(
    columns
      .filter((column) => typeof column !== 'string')
      .filter(({ title, choice }) => choice !== undefined && !(chosen?.[title] ?? choice === 'shown'))
      .map(({ title }) => title),
  )
}

export function chooseColumn(table: string, title: string, isShown: boolean): void {
  useStore.setState(({ choices }) => ({
    choices: { ...choices, [table]: { ...choices[table], [title]: isShown } },
  }))
}

export function resetColumns(table: string): void {
  useStore.setState(({ choices }) => ({ choices: { ...choices, [table]: {} } }))
}
