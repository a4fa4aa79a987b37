import { api } from '@laurel/contract/routes'
import { Download, FileSpreadsheet, Upload, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { call } from '../../../../app/call.ts'
import { Button, buttonClass } from '../../../../parts/Button.tsx'
import { count } from '../../../../parts/format.ts'
import { Icon } from '../../../../parts/Icon.tsx'
import { Note } from '../../../../parts/Note.tsx'
import { Progress } from '../../../../parts/Progress.tsx'
import { csvNameOf, download } from '../../../../parts/save-file.ts'
import { importName, paceSentence, resultSentence, rowsSentence, unreadRows } from './import-words.ts'
import {
  ACCEPTED_FILES,
  type ImportColumn,
  type Importing,
  type ImportSummary,
  type RecipientImport,
} from './use-import.ts'

type StripProps = { one: RecipientImport }

/** The progress of a running import. */
export function ReadingStrip({
  one,
  isCanceling,
  onCancel,
}: StripProps & { isCanceling: boolean; onCancel: () => void }) {
  const name = importName(one)
  const pace = paceSentence(one)
  // Progress is measured in bytes, since the number of rows is not known in advance.
  const warned = one.rowsRead > 0 ? (one.bytesRead * one.rowsNeedingAttention) / one.rowsRead : 0
  return (
    <div className={STRIP}>
      <span className="sr-only">
        <span role="status">Reading {name}. You can keep working.</span>
      </span>
      <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
      <p className="min-w-0 wrap-anywhere">
        <b className="font-semibold">{name}</b>{' '}
        <span className="text-muted">
          {one.state === 'queued' ? 'waits for its turn' : rowsSentence(one)}
          {pace && `. ${pace}`}
        </span>
      </p>
      <Button look="link" isPending={isCanceling} onClick={onCancel}>
        Cancel
      </Button>
      <div className="col-span-full col-start-2">
        <Progress
          label={`Reading ${name}`}
          done={Math.max(0, one.bytesRead - warned)}
          warned={warned}
          total={one.file.bytes}
        />
      </div>
    </div>
  )
}

/** An import that waits for its mapping. */
export function WaitingStrip({
  one,
  onLook,
  onCancel,
}: StripProps & { onLook: () => void; onCancel: () => void }) {
  return (
    <div role="status" className={STRIP}>
      <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
      <p>
        <b className="font-semibold">{importName(one)}</b>{' '}
        <span className="text-muted">isn’t on the list yet. Check its columns to add it.</span>
      </p>
      <span className="flex gap-2 narrow:col-span-full">
        <Button size="compact" onClick={onLook}>
          Check the columns
        </Button>
        <Button size="compact" look="plain" onClick={onCancel}>
          Skip file
        </Button>
      </span>
    </div>
  )
}

/** The report of a finished import. */
export function FinishedStrip({
  one,
  still,
  onClose,
  onShowAttention,
}: StripProps & {
  /** How many of its rows still need attention. */
  still: number
  onClose: () => void
  onShowAttention: () => void
}) {
  const { ignoredColumns } = one
  const unread = unreadRows(one)
  const messages = one.columns.find(({ meaning }) => meaning === 'message')
  return (
    <div role="status" className={STRIP_WITH_CROSS}>
      <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p>
          <b className="font-semibold">{importName(one)}</b>{' '}
          <span className="text-muted">{resultSentence(one, still)}</span>
        </p>
        {ignoredColumns.length > 0 && (
          <Small>
            {ignoredColumns.length === 1 ? 'Unused column: ' : 'Unused columns: '}
            {ignoredColumns.join(', ')}
          </Small>
        )}
        {messages && <MessageColumn column={messages} />}
        {/* These rows need attention, so they are listed only while some do. */}
        {still > 0 &&
          unread.shown.map(({ row, field, message }) => (
            <p key={`${row} ${field}`} className="text-small text-warn">
              Row {count(row)} of the file: {message}
            </p>
          ))}
        {still > 0 && unread.more > 0 && (
          <p className="text-small text-warn">and {count(unread.more)} more</p>
        )}
      </div>
      {still > 0 && (
        <Button
          size="compact"
          className="narrow:col-start-2 narrow:row-start-2 narrow:justify-self-start"
          onClick={onShowAttention}
        >
          Show the {count(still)}
        </Button>
      )}
      <Button
        look="plain"
        size="round"
        aria-label="Close this report"
        className="col-start-4 narrow:col-start-3 narrow:row-start-1 narrow:-mt-2.5 narrow:-me-3"
        onClick={onClose}
      >
        <Icon of={X} />
      </Button>
    </div>
  )
}

export function FailedStrip({ one, onClose }: StripProps & { onClose: () => void }) {
  return (
    <Note
      tone="bad"
      className="mb-4"
      action={
        <Button size="compact" look="plain" onClick={onClose}>
          Close
        </Button>
      }
    >
      <b className="font-semibold">{importName(one)}:</b>{' '}
      {one.failure?.message ?? 'We couldn’t read that list.'} No one was added.
    </Note>
  )
}

/** Points out a column that becomes personal messages, with its first cells. */
function MessageColumn({ column: { heading, samples } }: { column: ImportColumn }) {
  return (
    <details className="text-muted text-small">
      <summary className="cursor-pointer">
        {heading === '' ? 'A column' : `The column “${heading}”`} is used as each person’s message. See it
      </summary>
      <ul className="mt-1 grid gap-1 ps-4">
        {[...new Set(samples)].map((sample) => (
          <li key={sample}>“{sample}”</li>
        ))}
      </ul>
      <p className="mt-1 ps-4">To change one, open the person in the list.</p>
    </details>
  )
}

function Small({ children }: { children: ReactNode }) {
  return <p className="text-muted text-small">{children}</p>
}

const ROW =
  'mb-3 grid items-center gap-x-4 gap-y-1.5 rounded-control bg-sunken px-4 py-2 narrow:items-start narrow:gap-x-3'

/** The layout of one import: icon, text, action. */
export const STRIP = `${ROW} grid-cols-[auto_1fr_auto]`

/** The same with a close button. */
const STRIP_WITH_CROSS = `${ROW} grid-cols-[auto_1fr_auto_auto] narrow:grid-cols-[auto_1fr_auto]`

const FILES_AT_MOST = 3

/** Downloads the rows that need attention, to be fixed in a spreadsheet and uploaded again. */
export function RepairByFile({ importing, attention }: { importing: Importing; attention: number }) {
  const files = importing.withErrors.slice(0, FILES_AT_MOST)
  if (attention === 0 || files.length === 0) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      <p className="text-muted">
        {attention === 1
          ? 'One row needs attention. Fix it here, or in a spreadsheet:'
          : `${count(attention)} rows need attention. Fix them here, or in a spreadsheet:`}
      </p>
      <div className="flex flex-wrap gap-2">
        {files.map((file) => (
          <ErrorsFile key={file.id} file={file} isAlone={files.length === 1} />
        ))}
        <FileTrigger
          acceptedFileTypes={ACCEPTED_FILES}
          onSelect={(chosen) => {
            const file = chosen?.[0]
            if (file) importing.upload(file, 'repair')
          }}
        >
          <AriaButton className={buttonClass('outlined', 'compact')}>
            <Icon of={Upload} size={18} />
            Upload fixed rows
          </AriaButton>
        </FileTrigger>
      </div>
    </div>
  )
}

function ErrorsFile({ file, isAlone }: { file: ImportSummary; isAlone: boolean }) {
  const [isPending, setPending] = useState(false)
  const name = importName(file)
  async function fetchFile() {
    setPending(true)
    await download(csvNameOf(name, 'to fix'), () =>
      call(api.getImportErrorsFile, { params: { id: file.id } }),
    )
    setPending(false)
  }
  return (
    <Button size="compact" isPending={isPending} onClick={fetchFile}>
      <Icon of={Download} size={18} />
      Download rows to fix{!isAlone && ` (${name})`}
    </Button>
  )
}
