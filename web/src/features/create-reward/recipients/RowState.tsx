import type { ChangeMark } from '@laurel/domain/change-mark'
import { Check, CircleAlert, type LucideIcon, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { Icon } from '../../../parts/Icon.tsx'
import { fieldName, type RowProblem, rowTone } from './row-problems.ts'

type RowStateProps = {
  problems: readonly RowProblem[]
  /** A change of it could not be kept. */
  hasFailed: boolean
  /** Their own value, or everyone's. */
  hasValue: boolean
}

const BAD = 'inline-flex min-w-0 items-center gap-1.5 font-semibold text-bad'
const DOUBT = 'inline-flex min-w-0 items-center gap-1.5 font-semibold text-warn'

/** Ready, or the field that is not: an icon and a word. */
export function RowState({ problems, hasFailed, hasValue }: RowStateProps) {
  const tone = rowTone(problems)
  const first = problems.find(({ severity }) => severity === (tone === 'fix' ? 'error' : 'warning'))
  const word = hasFailed ? 'Not saved' : first ? problemWord(first) : 'No value'
  if (hasFailed || tone === 'fix' || (tone === 'ready' && !hasValue)) {
    return (
      <span className={BAD}>
        <Icon of={CircleAlert} size={17} />
        <span className="truncate">{word}</span>
      </span>
    )
  }
  if (tone === 'doubt') {
    return (
      <span className={DOUBT}>
        <Icon of={TriangleAlert} size={17} />
        <span className="truncate">{word.endsWith('?') ? word : `${word}?`}</span>
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-muted">
      <Icon of={Check} size={17} className="text-good" />
      Ready
    </span>
  )
}

function problemWord({ code, field }: RowProblem): string {
  if (code === 'duplicate') return 'Duplicate?'
  return code === 'already_received' ? 'Got one before?' : fieldName(field)
}

const MARKS: Record<Exclude<ChangeMark, 'unchanged'>, { word: string; icon: LucideIcon; color: string }> = {
  new: { word: 'New', icon: Plus, color: 'text-good' },
  edited: { word: 'Edited', icon: Pencil, color: 'text-accent-text' },
  deleted: { word: 'Removed', icon: Trash2, color: 'text-muted' },
}

/** What became of a row: a sign at its number, and a word for those who point at it or hear it. */
export function RowMark({ mark }: { mark: ChangeMark }) {
  if (mark === 'unchanged') return null
  const { word, icon, color } = MARKS[mark]
  return (
    <span title={word} className={`inline-flex ${color}`}>
      <Icon of={icon} size={14} label={word} />
    </span>
  )
}
