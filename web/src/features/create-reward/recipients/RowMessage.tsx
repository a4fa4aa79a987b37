import type { ChangeMark } from '@laurel/domain/change-mark'
import { Check, CircleAlert, type LucideIcon, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { pageTexts, translated, useTexts } from '../../../app/texts.ts'
import { keepStateLabel } from '../../../parts/address/StateAndZip.tsx'
import { Button } from '../../../parts/Button.tsx'
import { lowerCase } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import type { RecipientChange } from './columns.ts'
import type { Failure, RowEdit } from './row-edits.ts'
import {
  fieldName,
  fixesFor,
  problemSentence,
  type RowProblem,
  rowTone,
  suggestedWords,
  twinOf,
} from './row-problems.ts'

type RowMessageActions = {
  onFix: (change: RecipientChange) => void
  /** Opens the editor of a wire field. */
  onChange: (field: string) => void
  onChangeFailed: (failure: Failure) => void
  onDismissFailed: () => void
  /** The user says that a warned-about value is right. */
  onKeep: (problem: RowProblem) => void
  onRemove: () => void
  /** Scrolls to another row. */
  onShowRow: (position: number) => void
}
type RowMessageProps = {
  edit: RowEdit
  problems: readonly RowProblem[]
  /** The row's state as entered, usually two letters. */
  state: string
  everyoneCents: number | null
} & RowMessageActions

/** A row’s errors and warnings, each with its fixes. */
export function RowMessage({ edit, problems, state, everyoneCents, ...actions }: RowMessageProps) {
  return (
    <div className="grid gap-1.5">
      {edit.failure && <FailureLine failure={edit.failure} {...actions} />}
      {problems.map((problem) => (
        <ProblemLine
          key={`${problem.field} ${problem.code}`}
          problem={problem}
          state={state}
          everyoneCents={everyoneCents}
          {...actions}
        />
      ))}
    </div>
  )
}

const LINE = 'flex flex-wrap items-center gap-x-3.5 gap-y-1.5'

type FailureLineProps = { failure: Failure } & Pick<
  RowMessageActions,
  'onFix' | 'onChangeFailed' | 'onDismissFailed'
>

function FailureLine({ failure, onFix, onChangeFailed, onDismissFailed }: FailureLineProps) {
  const i18n = useTexts()
  const { suggestion } = failure
  return (
    <div role="alert" className={LINE}>
      <span>{translated(i18n, failure.message)}</span>
      <span className="flex gap-1.5">
        {suggestion && (
          <Button size="compact" onClick={() => onFix(suggestion)}>
            {suggestedWords(suggestion)?.label}
          </Button>
        )}
        {failure.again ? (
          <Button size="compact" onClick={failure.again}>
            {i18n.t('Try again')}
          </Button>
        ) : (
          <Button size="compact" onClick={() => onChangeFailed(failure)}>
            {i18n.t('Change it')}
          </Button>
        )}
        <Button size="compact" look="plain" onClick={onDismissFailed}>
          {i18n.t('Undo change')}
        </Button>
      </span>
    </div>
  )
}

type ProblemLineProps = {
  problem: RowProblem
  state: string
  everyoneCents: number | null
} & RowMessageActions

function ProblemLine({ problem, state, everyoneCents, ...on }: ProblemLineProps) {
  const i18n = useTexts()
  const fixes = fixesFor(problem, everyoneCents)
  const isWarning = problem.severity === 'warning'
  const isTwice = problem.code === 'duplicate'
  // Either the ZIP code or the state may be wrong, and only the customer knows which.
  const keepsState = problem.code === 'not_in_state' && fixes.length > 0
  const twin = isTwice ? twinOf(problem) : undefined
  return (
    <div className={LINE}>
      <span>{problemSentence(problem)}</span>
      <span className="flex flex-wrap gap-1.5">
        {isTwice && (
          <Button size="compact" onClick={() => on.onKeep(problem)}>
            {i18n.t('Keep both')}
          </Button>
        )}
        {fixes.map((fix, index) => (
          <Button
            key={fix.label}
            size="compact"
            look={index === 0 ? 'outlined' : 'plain'}
            onClick={() => on.onFix(fix.change)}
          >
            {fix.label}
          </Button>
        ))}
        {keepsState && (
          <Button size="compact" look="plain" onClick={() => on.onChange(problem.field)}>
            {keepStateLabel(state)}
          </Button>
        )}
        {(isTwice || problem.code === 'already_received') && (
          <Button size="compact" look="plain" onClick={on.onRemove}>
            {i18n.t('Remove this one')}
          </Button>
        )}
        {twin !== undefined && (
          <Button size="compact" look="plain" onClick={() => on.onShowRow(twin)}>
            {i18n.t('Show row {row, number}', { row: twin })}
          </Button>
        )}
        {!isTwice && !(isWarning && fixes.length > 0) && problem.code !== 'already_received' && (
          <Button
            size="compact"
            look={fixes.length > 0 ? 'plain' : 'outlined'}
            onClick={() => on.onChange(problem.field)}
          >
            {changeLabel(problem)}
          </Button>
        )}
        {isWarning && !isTwice && (
          <Button size="compact" look="plain" onClick={() => on.onKeep(problem)}>
            {i18n.t('It’s right')}
          </Button>
        )}
      </span>
    </div>
  )
}

/** "Add first name", "Change ZIP code". */
function changeLabel({ field, code }: RowProblem): string {
  const i18n = pageTexts()

  const name = lowerCase(fieldName(field))
  return code === 'required'
    ? i18n.t('Add {field}', { field: name })
    : i18n.t('Change {field}', { field: name })
}

type RowStateProps = {
  problems: readonly RowProblem[]
  /** A change failed to save. */
  hasFailed: boolean
  /** The person has a value, their own or everyone's. */
  hasValue: boolean
}

const BAD = 'inline-flex min-w-0 items-center gap-1.5 font-semibold text-bad'
const WARNING = 'inline-flex min-w-0 items-center gap-1.5 font-semibold text-warn'

/** "Ready", or the field with a problem. */
export function RowState({ problems, hasFailed, hasValue }: RowStateProps) {
  const i18n = useTexts()
  const tone = rowTone(problems)
  const first = problems.find(({ severity }) => severity === (tone === 'fix' ? 'error' : 'warning'))
  const word = hasFailed ? i18n.t('Not saved') : first ? problemWord(first) : i18n.t('No value')
  if (hasFailed || tone === 'fix' || (tone === 'ready' && !hasValue)) {
    return (
      <span className={BAD}>
        <Icon of={CircleAlert} size={17} />
        <span className="truncate">{word}</span>
      </span>
    )
  }
  if (tone === 'check') {
    return (
      <span className={WARNING}>
        <Icon of={TriangleAlert} size={17} />
        <span className="truncate">{word.endsWith('?') ? word : i18n.t('{word}?', { word })}</span>
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-muted">
      <Icon of={Check} size={17} className="text-good" />
      {i18n.t('Ready')}
    </span>
  )
}

function problemWord({ code, field }: RowProblem): string {
  const i18n = pageTexts()

  if (code === 'duplicate') return i18n.t('Duplicate?')
  return code === 'already_received' ? i18n.t('Sent before?') : fieldName(field)
}

const MARKS: Record<Exclude<ChangeMark, 'unchanged'>, { word: string; icon: LucideIcon; color: string }> = {
  new: { word: /*i18n*/ 'New', icon: Plus, color: 'text-good' },
  edited: { word: /*i18n*/ 'Edited', icon: Pencil, color: 'text-accent-text' },
  deleted: { word: /*i18n*/ 'Removed', icon: Trash2, color: 'text-muted' },
}

/** An icon for a changed row, with a label for tooltips and screen readers. */
export function RowMark({ mark }: { mark: ChangeMark }) {
  const i18n = useTexts()

  if (mark === 'unchanged') return null
  const { word, icon, color } = MARKS[mark]
  const title = i18n.t(word)
  return (
    <span title={title} className={`inline-flex ${color}`}>
      <Icon of={icon} size={14} label={title} />
    </span>
  )
}
