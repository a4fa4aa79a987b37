import { Button } from '../../../parts/Button.tsx'
import type { RecipientChange } from './columns.ts'
import type { Recipient } from './recipients.queries.ts'
import type { Failure, RowEdit } from './row-edits.ts'
import { fieldName, fixesFor, problemSentence, type RowProblem } from './row-problems.ts'

export type RowMessageActions = {
  onFix: (change: RecipientChange) => void
  /** Opens what a field of the wire is written in. */
  onChange: (field: string) => void
  onChangeFailed: (failure: Failure) => void
  onDismissFailed: () => void
  /** A doubt is answered: it is as it should be. */
  onKeep: () => void
  onRemove: () => void
}
type RowMessageProps = { row: Recipient; edit: RowEdit; problems: readonly RowProblem[] } & RowMessageActions

/** What is wrong or doubtful about a row, each in a sentence with its remedies beside it. */
export function RowMessage({ row, edit, problems, ...actions }: RowMessageProps) {
  return (
    <div className="grid gap-1.5">
      {edit.failure && <FailureLine failure={edit.failure} {...actions} />}
      {problems.map((problem) => (
        <ProblemLine key={`${problem.field} ${problem.code}`} row={row} problem={problem} {...actions} />
      ))}
    </div>
  )
}

const LINE = 'flex flex-wrap items-center gap-x-3.5 gap-y-1.5'

type FailureLineProps = { failure: Failure } & Pick<RowMessageActions, 'onChangeFailed' | 'onDismissFailed'>

function FailureLine({ failure, onChangeFailed, onDismissFailed }: FailureLineProps) {
  return (
    <div role="alert" className={LINE}>
      <span>{failure.message}</span>
      <span className="flex gap-1.5">
        {failure.again ? (
          <Button size="compact" onClick={failure.again}>
            Try again
          </Button>
        ) : (
          <Button size="compact" onClick={() => onChangeFailed(failure)}>
            Change it
          </Button>
        )}
        <Button size="compact" look="plain" onClick={onDismissFailed}>
          Leave it as it was
        </Button>
      </span>
    </div>
  )
}

type ProblemLineProps = { row: Recipient; problem: RowProblem } & RowMessageActions

function ProblemLine({ row, problem, onFix, onChange, onKeep, onRemove }: ProblemLineProps) {
  const fixes = fixesFor(problem, row)
  const isDoubt = problem.severity === 'warning'
  return (
    <div className={LINE}>
      <span>{problemSentence(problem)}</span>
      <span className="flex flex-wrap gap-1.5">
        {fixes.map((fix) => (
          <Button key={fix.label} size="compact" onClick={() => onFix(fix.change)}>
            {fix.label}
          </Button>
        ))}
        {problem.code === 'duplicate' && (
          <Button size="compact" onClick={onRemove}>
            Remove this one
          </Button>
        )}
        {!(isDoubt && fixes.length > 0) && problem.code !== 'duplicate' && (
          <Button
            size="compact"
            look={fixes.length > 0 ? 'plain' : 'outlined'}
            onClick={() => onChange(problem.field)}
          >
            Change {fieldName(problem.field).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}
          </Button>
        )}
        {isDoubt && (
          <Button size="compact" look="plain" onClick={onKeep}>
            {problem.code === 'duplicate' ? 'Keep both' : 'Keep it'}
          </Button>
        )}
      </span>
    </div>
  )
}
