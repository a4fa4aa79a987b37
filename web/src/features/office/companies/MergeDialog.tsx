import { api } from '@laurel/contract/routes'
import { UNDO_MERGE_DAYS } from '@laurel/domain/company-merges'
import { endSentence } from '@laurel/domain/sentence'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Modal } from '../../../parts/Modal.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Loaded } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import { CompanyPicker } from './CompanyPicker.tsx'
import { companiesQueries, type MergePreview, type OfficeCompany } from './companies.queries.ts'

type Props = { company: OfficeCompany; onClose: () => void }

/** Picks the company that stays, then shows what a merge does. */
export function MergeDialog({ company, onClose }: Props) {
  const [into, setInto] = useState(company.merge?.state === 'asked' ? company.merge.into.id : undefined)
  if (into !== undefined) return <MergeIn company={company} into={into} onClose={onClose} />
  return (
    <Modal isOpen onClose={onClose} title="Merge into another company">
      <p className="mt-2 text-muted">Find the company to keep. Everything in {company.name} moves to it.</p>
      <CompanyPicker except={company.id} onPick={({ id }) => setInto(id)} />
    </Modal>
  )
}

function MergeIn({ company: { id, name, merge }, into, onClose }: Props & { into: number }) {
  const preview = companiesQueries.mergePreview(id, into)
  const read = useQuery(preview)
  const save = useSave({
    save: (idempotencyKey) =>
      call(api.mergeCompany, {
        params: { id },
        body: { into, version: read.data?.version ?? '' },
        idempotencyKey,
      }),
    onDone: useDone(preview, onClose),
  })
  const isFirst = read.data?.needsSecondPerson === true && merge?.state !== 'asked'
  return (
    <OfficeDialog
      title={`Merge ${name}`}
      lead={
        <p>
          Everything in {read.data?.merged.name ?? name} moves to{' '}
          {endSentence(read.data?.into.name ?? 'the other company')} You can undo this for {UNDO_MERGE_DAYS}{' '}
          days.
        </p>
      }
      submit={isFirst ? 'Request merge' : 'Merge companies'}
      isDanger={!isFirst}
      isDisabled={!read.data || read.data.blocks.length > 0}
      request={save}
      onClose={onClose}
    >
      <Loaded label="What moves" read={read}>
        {(preview) => (
          <Preview preview={preview} isFirst={isFirst} titles={{ moves: 'Moves', ends: 'Ends' }} />
        )}
      </Loaded>
    </OfficeDialog>
  )
}

/** Shows what an undo moves back. */
export function UndoMergeDialog({ company: { id, name, merge }, onClose }: Props) {
  const preview = companiesQueries.undoPreview(id)
  const read = useQuery(preview)
  const save = useSave({
    save: (idempotencyKey) =>
      call(api.undoCompanyMerge, {
        params: { id },
        body: { version: read.data?.version ?? '' },
        idempotencyKey,
      }),
    onDone: useDone(preview, onClose),
  })
  const isFirst = read.data?.needsSecondPerson === true && !merge?.undoAskedBy
  return (
    <OfficeDialog
      title="Undo merge"
      lead={<p>Everything that moved and is still there returns to {name}.</p>}
      submit={isFirst ? 'Request undo' : 'Undo merge'}
      isDisabled={!read.data || read.data.blocks.length > 0}
      request={save}
      onClose={onClose}
    >
      <Loaded label="What moves back" read={read}>
        {(preview) => (
          <Preview preview={preview} isFirst={isFirst} titles={{ moves: 'Moves back', ends: 'Stays' }} />
        )}
      </Loaded>
    </OfficeDialog>
  )
}

/** Once it's done, the preview can't be read again. */
function useDone({ queryKey }: { queryKey: QueryKey }, onClose: () => void) {
  const queryClient = useQueryClient()
  return () => {
    queryClient.removeQueries({ queryKey })
    onClose()
  }
}

function Preview({
  preview,
  isFirst,
  titles,
}: {
  preview: MergePreview
  isFirst: boolean
  titles: { moves: string; ends: string }
}) {
  const { moves, renamed, ends, blocks } = preview
  return (
    <div className="grid gap-4">
      {blocks.map((why) => (
        <Note key={why} tone="warn">
          {why}
        </Note>
      ))}
      <Lines title={titles.moves} lines={moves} />
      <Lines title="Renamed" lines={renamed} />
      <Lines title={titles.ends} lines={ends} />
      {isFirst && <Note>This moves a lot of money. A second person has to confirm it.</Note>}
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="text-body font-semibold">{title}</h3>
      <ul className="mt-1 list-disc ps-5">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
