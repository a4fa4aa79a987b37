import type { ChangeMark } from '@laurel/domain/change-mark'
import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { Icon } from '../../../parts/Icon.tsx'
import { fieldName, type RowProblem, rowTone } from './row-problems.ts'

type RowStateProps = {
  problems: readonly RowProblem[]
  /** A change of it could not be kept. */
  hasFailed: boolean
}

/** Ready, or the field that is not: an icon and a word. */
export function RowState({ problems, hasFailed }: RowStateProps) {
  if (hasFailed) {
    return (
      <span className="inline-flex items-center gap-1.5 font-semibold text-bad">
        <Icon of={CircleAlert} size={17} />
        Not saved
      </span>
    )
  }
  const tone = rowTone(problems)
  if (tone === 'ready') {
    return (
      <span className="inline-flex items-center gap-1.5 text-muted">
        <Icon of={Check} size={17} className="text-good" />
        Ready
      </span>
    )
  }
  const first = problems.find(({ severity }) => severity === (tone === 'fix' ? 'error' : 'warning'))
  const word = first?.code === 'duplicate' ? 'Duplicate?' : fieldName(first?.field ?? '')
  return (
    <span
      className={`inline-flex min-w-0 items-center gap-1.5 font-semibold ${tone === 'fix' ? 'text-bad' : 'text-warn'}`}
    >
      <Icon of={tone === 'fix' ? CircleAlert : TriangleAlert} size={17} />
      <span className="truncate">
        {word}
        {tone === 'doubt' && !word.endsWith('?') && '?'}
      </span>
    </span>
  )
}

const WORDS: Record<ChangeMark, string> = {
  new: 'New',
  deleted: 'Removed',
  edited: 'Not saved yet',
  unchanged: '',
}
const COLORS: Record<ChangeMark, string> = {
  new: 'bg-good',
  deleted: 'bg-line-strong',
  edited: 'bg-warn-line',
  unchanged: '',
}

/** A thin line at a row's beginning for what became of it, and a word for those who hear. */
export function RowMark({ mark }: { mark: ChangeMark }) {
  if (mark === 'unchanged') return null
  return (
    <span
      title={WORDS[mark]}
      className={`absolute inset-y-1.5 start-0 w-[3px] rounded-[2px] ${COLORS[mark]}`}
    >
      <span className="sr-only">{WORDS[mark]}</span>
    </span>
  )
}
