import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Note } from '../../../parts/Note.tsx'
import { RecordLink } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { officeDay } from '../times.ts'
import type { OfficeCompany } from './companies.queries.ts'
import { MergeDialog, UndoMergeDialog } from './MergeDialog.tsx'

/** Says into which company this one was merged, or is to be, and which were merged into it. */
export function MergeNote({ company }: { company: OfficeCompany }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  const { merge, merged } = company
  const isMerged = merge?.state === 'merged'
  const canUndo = isMerged && new Date(merge.undoUntil ?? 0).getTime() > Date.now()
  const action = may('companies.edit') && (!isMerged || canUndo) && (
    <Button size="compact" onClick={() => setOpen(true)}>
      {isMerged ? 'Undo merge' : 'Review merge'}
    </Button>
  )
  return (
    <>
      {merge && (
        <Note tone={isMerged ? 'info' : 'warn'} className="mb-8" action={action}>
          <p>
            {isMerged ? 'Merged into ' : `${merge.byName || 'A program'} asked to merge this company into `}
            <Link to="/office/companies/$id" params={{ id: String(merge.into.id) }} className="link">
              {merge.into.name}
            </Link>
            {isMerged
              ? ` on ${officeDay(merge.at)} by ${merge.byName || 'a program'}.`
              : '. A second person has to confirm it.'}
          </p>
          {isMerged && merge.undoAskedBy && (
            <p>{merge.undoAskedBy} asked to undo this. A second person has to confirm it.</p>
          )}
        </Note>
      )}
      {merged.length > 0 && (
        <p className="mb-8 text-muted">
          Merged into this company:{' '}
          {merged.map((one, index) => (
            <span key={one.id}>
              {index > 0 && ', '}
              <RecordLink of="companies" id={one.id} className="wrap-anywhere">
                {one.name}
              </RecordLink>{' '}
              on {officeDay(one.at)}
            </span>
          ))}
          .
        </p>
      )}
      {isOpen && isMerged && <UndoMergeDialog company={company} onClose={() => setOpen(false)} />}
      {isOpen && !isMerged && <MergeDialog company={company} onClose={() => setOpen(false)} />}
    </>
  )
}
