import { Pencil } from 'lucide-react'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import type { Recipient } from './recipients.queries.ts'
import { nameOf } from './row-problems.ts'

type OpenPersonProps = { row: Recipient; onOpen: () => void }

/**
 * Opens all that is known of a person, first and last name apart: at the end of the row one points
 * at. By keyboard Ctrl Enter does the same, so it is no stop of its own.
 */
export function OpenPerson({ row, onOpen }: OpenPersonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Open ${nameOf(row) || `row ${count(row.position)}`}`}
      title="Open (Ctrl Enter)"
      onClick={onOpen}
      className="absolute inset-y-1 end-1 grid w-9 place-items-center rounded-control border border-line bg-surface text-muted opacity-0 hover:text-ink focus-visible:opacity-100 group-hover/row:opacity-100 pointer-coarse:static pointer-coarse:ms-auto pointer-coarse:h-11 pointer-coarse:shrink-0 pointer-coarse:opacity-100"
    >
      <Icon of={Pencil} size={17} />
    </button>
  )
}
