import { FileSpreadsheet, X } from 'lucide-react'
import { Button } from '../../../parts/Button.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Progress } from '../../../parts/Progress.tsx'
import type { RecipientImport } from './recipients.queries.ts'
import type { Importing } from './use-import.ts'

const SHOWN_ERRORS = 5

/** The list being read, and what came of it, in numbers. */
export function ImportStrip({ importing: { state, cancel, dismiss } }: { importing: Importing }) {
  switch (state.step) {
    case 'none':
      return null
    case 'failed':
      return (
        <Note
          tone="bad"
          className="mb-4"
          action={
            <span className="flex gap-2">
              <Button size="compact" onClick={state.again}>
                Try again
              </Button>
              <Button size="compact" look="plain" onClick={dismiss}>
                Close
              </Button>
            </span>
          }
        >
          <b className="font-semibold">{state.name}:</b> {state.message} Nobody was added.
        </Note>
      )
    case 'reading':
      return (
        <div role="status" className={STRIP}>
          <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
          <p>
            <b className="font-semibold">{state.name}</b>{' '}
            <span className="text-muted">reading {plural(state.rows, 'row')}</span>
          </p>
          <Button look="link" onClick={cancel}>
            Cancel
          </Button>
          <div className="col-span-full col-start-2 animate-pulse">
            <Progress label={`Reading ${state.name}`} done={0} total={state.rows} />
          </div>
        </div>
      )
    case 'done':
      return (
        <div role="status" className={STRIP}>
          <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
          <Result name={state.name} result={state.result} />
          <Button look="plain" size="round" aria-label="Close this report" onClick={dismiss}>
            <Icon of={X} />
          </Button>
          <div className="col-span-full col-start-2">
            <Progress
              label={`${state.name}, rows read`}
              done={state.result.rowsAdded - state.result.rowsNeedingAttention}
              warned={state.result.rowsNeedingAttention}
              total={state.result.rowsRead}
            />
          </div>
        </div>
      )
  }
}

const STRIP =
  'grid grid-cols-[auto_1fr_auto] items-center gap-x-6 gap-y-2 border-line border-t py-4.5 narrow:gap-x-4'

function Result({ name, result }: { name: string; result: RecipientImport }) {
  const { rowsRead, rowsAdded, rowsNeedingAttention, ignoredColumns, errors } = result
  const unread = errors.filter(({ code }) => code === 'extra_cells' || code === 'amount_unreadable')
  return (
    <div className="grid gap-1">
      <p>
        <b className="font-semibold">{name}</b>{' '}
        <span className="text-muted">
          {plural(rowsRead, 'row')} read, {count(rowsAdded - rowsNeedingAttention)} ready
          {rowsNeedingAttention > 0 &&
            `, ${count(rowsNeedingAttention)} ${rowsNeedingAttention === 1 ? 'needs' : 'need'} attention`}
        </span>
      </p>
      {ignoredColumns.length > 0 && (
        <p className="text-muted text-small">
          {ignoredColumns.length === 1 ? 'A column we did not use: ' : 'Columns we did not use: '}
          {ignoredColumns.join(', ')}
        </p>
      )}
      {unread.slice(0, SHOWN_ERRORS).map(({ row, field, message }) => (
        <p key={`${row} ${field}`} className="text-small text-warn">
          Row {count(row)}: {message}
        </p>
      ))}
    </div>
  )
}
