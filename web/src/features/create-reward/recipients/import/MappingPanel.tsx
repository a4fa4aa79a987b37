import { api } from '@laurel/contract/routes'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formError } from '../../../../app/api-problem.ts'
import { type CallOptions, call } from '../../../../app/call.ts'
import { Button } from '../../../../parts/Button.tsx'
import { Checkbox } from '../../../../parts/Checkbox.tsx'
import { moment } from '../../../../parts/format.ts'
import { Icon } from '../../../../parts/Icon.tsx'
import { Note } from '../../../../parts/Note.tsx'
import { Segment } from '../../../../parts/Segment.tsx'
import { fileSize } from './file-size.ts'
import { ImportPreview } from './ImportPreview.tsx'
import type { ColumnMeaning, ImportMode, RecipientImport } from './import.queries.ts'
import { fileFacts, importName, startLabel } from './import-words.ts'
import { MappingTable } from './MappingTable.tsx'
import { missingColumns, withMeaning } from './mapping.ts'
import { startImport } from './start-import.ts'
import type { Importing } from './use-import.ts'

type MappingPanelProps = {
  one: RecipientImport
  rewardType: RewardType
  hasPeople: boolean
  importing: Importing
  onLeave: () => void
  onCancel: () => void
}

/** What each column holds, by hand where it is not plain, and the first rows as they will be understood. */
export function MappingPanel({ one, rewardType, hasPeople, importing, ...on }: MappingPanelProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [mapping, setMapping] = useState(() => one.columns.map(({ meaning }) => meaning))
  const [mode, setMode] = useState<ImportMode>(one.mode)
  const look = useMutation({
    mutationFn: (body: NonNullable<CallOptions<'patchImport'>['body']>) =>
      call(api.patchImport, { params: { id: one.id }, body }),
    onSuccess: async (now) => {
      await importing.take(now)
      setMapping(now.columns.map(({ meaning }) => meaning))
    },
    onError: () => setMapping(one.columns.map(({ meaning }) => meaning)),
  })
  const start = useMutation({
    mutationFn: () => startImport(one.id, importing, { again: one.repeats !== null }),
  })
  useEffect(() => heading.current?.focus(), [])

  function change(at: number, meaning: ColumnMeaning) {
    const next = withMeaning(mapping, at, meaning)
    setMapping(next)
    look.mutate({ mapping: next })
  }

  const missing = missingColumns(mapping, rewardType)
  const problem = look.error ?? start.error
  return (
    <section aria-labelledby={headingId} className="border-line border-t py-6">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h2 ref={heading} id={headingId} tabIndex={-1} className="text-h3 outline-none wrap-anywhere">
            Check the columns of {importName(one)}
          </h2>
          <p className="text-muted text-small">{fileFacts(one, fileSize(one.file.bytes))}</p>
        </div>
        <Button look="plain" size="round" aria-label="Leave this for later" onClick={on.onLeave}>
          <Icon of={X} />
        </Button>
      </div>
      {one.repeats && (
        <Note tone="warn" className="mt-4">
          This file is on the list already, since {moment(one.repeats.finishedAt)}. Adding it gives everybody
          in it a second card.
        </Note>
      )}
      <div className="mt-4">
        <Checkbox isSelected={one.hasHeader} onChange={(hasHeader) => look.mutate({ hasHeader })}>
          The first row names the columns
        </Checkbox>
      </div>
      <MappingTable columns={one.columns} mapping={mapping} hasHeader={one.hasHeader} onChange={change} />
      {missing.length > 0 && (
        <Note tone="warn" className="mt-4">
          No column holds the {missing.join(', the ')}. People without it will need attention.
        </Note>
      )}
      <ImportPreview rows={one.preview} rewardType={rewardType} isOld={look.isPending} />
      {problem && (
        <Note tone="bad" className="mt-4">
          {formError(problem) ?? 'That did not work. Try again in a moment.'}
        </Note>
      )}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        {hasPeople && one.mode !== 'repair' ? (
          <Segment
            label="What happens to the people on the list"
            options={[
              { value: 'append', label: 'Add to the list' },
              { value: 'replace', label: 'Replace the list' },
            ]}
            value={mode}
            onChange={(next) => {
              setMode(next)
              look.mutate({ mode: next })
            }}
          />
        ) : (
          <span />
        )}
        <div className="flex flex-wrap gap-3">
          <Button look="plain" onClick={on.onCancel}>
            Leave it out
          </Button>
          <Button
            look="primary"
            isPending={start.isPending}
            isDisabled={look.isPending}
            onClick={() => start.mutate()}
          >
            {startLabel(mode)}
          </Button>
        </div>
      </div>
    </section>
  )
}
