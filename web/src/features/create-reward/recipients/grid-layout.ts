import type { RewardType } from '@laurel/domain/reward-type'
import type { Column, NameHalf } from './columns.ts'
import type { CellAt } from './grid-keys.ts'

/** The box to select with, and the row's number, stand before the columns one writes in. */
export const LEADING_CELLS = 2

export const CELL = 'flex min-w-0 items-center px-2.5 outline-offset-[-2px]'

/** Who is selected: neutral, with an edge in the brand's color. An orange brand's tint would look like an error. */
export const SELECTED = 'bg-sunken shadow-[inset_3px_0_0_var(--accent-line)]'

const DIRECT =
  'grid-cols-[46px_76px_190px_minmax(0,1fr)_170px_74px_96px_104px_164px] mid:grid-cols-[46px_68px_160px_minmax(0,1fr)_130px_64px_84px_100px_132px]'
const DIGITAL = 'grid-cols-[46px_76px_minmax(0,1fr)_minmax(0,1.4fr)_140px_176px]'

export function gridColumns(rewardType: RewardType): string {
  return `grid ${rewardType === 'digital' ? DIGITAL : DIRECT}`
}

/** A cell being written in; of a name perhaps only the half that is missing. */
export type Writing = CellAt & { text: string; half?: NameHalf | undefined }

export const HALF_LABELS: Readonly<Record<NameHalf, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
}

/** The half of a name that a field of the wire is, if it is one. */
export function halfOfField(field: string): NameHalf | undefined {
  if (field === 'first_name') return 'firstName'
  return field === 'last_name' ? 'lastName' : undefined
}

/** The column in which a field of the wire is written. */
export function columnOfField(columns: readonly Column[], field: string): number | undefined {
  const index = columns.findIndex(({ fields }) => fields.includes(field))
  return index === -1 ? undefined : index + LEADING_CELLS
}
