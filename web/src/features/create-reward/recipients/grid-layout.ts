import type { RewardType } from '@laurel/domain/reward-type'
import type { Column } from './columns.ts'
import type { CellAt } from './grid-keys.ts'

/** The box to select with, and the row's number, stand before the columns one writes in. */
export const LEADING_CELLS = 2

const DIRECT =
  'grid-cols-[46px_64px_190px_minmax(0,1fr)_170px_74px_96px_104px_176px] mid:grid-cols-[46px_56px_170px_minmax(0,1fr)_130px_64px_84px_100px_132px]'
const DIGITAL = 'grid-cols-[46px_64px_minmax(0,1fr)_minmax(0,1.4fr)_140px_176px]'

export function gridColumns(rewardType: RewardType): string {
  return `grid ${rewardType === 'digital' ? DIGITAL : DIRECT}`
}

/** A cell being written in. */
export type Writing = CellAt & { text: string }

/** The column in which a field of the wire is written. */
export function columnOfField(columns: readonly Column[], field: string): number | undefined {
  const index = columns.findIndex(({ fields }) => fields.includes(field))
  return index === -1 ? undefined : index + LEADING_CELLS
}
