import { api } from '@laurel/contract/routes'
import { Download, FileSpreadsheet, Upload, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { call } from '../../../../app/call.ts'
import { translated, useTexts } from '../../../../app/texts.ts'
import { Button, buttonClass } from '../../../../parts/Button.tsx'
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
  const i18n = useTexts()
  const name = importName(one)
  const pace = paceSentence(one)
  // Progress is measured in bytes, since the number of rows is not known in advance.
  const warned = one.rowsRead > 0 ? (one.bytesRead * one.rowsNeedingAttention) / one.rowsRead : 0
  return (
    <div className={STRIP}>
      <span className="sr-only">
        <span role="status">{i18n.t('Reading {name}. You can keep working.', { name })}</span>
      </span>
      <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
      <p className="min-w-0 wrap-anywhere">
        <b className="font-semibold">{name}</b>{' '}
        <span className="text-muted">
          {one.state === 'queued' ? i18n.t('waiting to start') : rowsSentence(one)}
          {pace && `. ${pace}`}
        </span>
      </p>
      <Button look="link" isPending={isCanceling} onClick={onCancel}>
        {i18n.t('Cancel')}
      </Button>
      <div className="col-span-full col-start-2">
        <Progress
          label={i18n.t('Reading {name}', { name })}
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
  const i18n = useTexts()

  return (
    <div role="status" className={STRIP}>
      <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
      <p>
        <b className="font-semibold">{importName(one)}</b>{' '}
        <span className="text-muted">{i18n.t('isn’t on the list yet. Check its columns to add it.')}</span>
      </p>
      <span className="flex gap-2 narrow:col-span-full">
        <Button size="compact" onClick={onLook}>
          {i18n.t('Check the columns')}
        </Button>
        <Button size="compact" look="plain" onClick={onCancel}>
          {i18n.t('Skip file')}
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
  const i18n = useTexts()
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
            {i18n.t('{columns, plural, one {Unused column: {names}} other {Unused columns: {names}}}', {
              columns: ignoredColumns.length,
              names: ignoredColumns.join(', '),
            })}
          </Small>
        )}
        {messages && <MessageColumn column={messages} />}
        {/* These rows need attention, so they are listed only while some do. */}
        {still > 0 &&
          unread.shown.map(({ row, field, message }) => (
            <p key={`${row} ${field}`} className="text-small text-warn">
              {i18n.t('Row {row, number} of the file: {message}', {
                row,
                message: translated(i18n, message),
              })}
            </p>
          ))}
        {still > 0 && unread.more > 0 && (
          <p className="text-small text-warn">{i18n.t('and {more, number} more', { more: unread.more })}</p>
        )}
      </div>
      {still > 0 && (
        <Button
          size="compact"
          className="narrow:col-start-2 narrow:row-start-2 narrow:justify-self-start"
          onClick={onShowAttention}
        >
          {i18n.t('Show the {rows, number}', { rows: still })}
        </Button>
      )}
      <Button
        look="plain"
        size="round"
        aria-label={i18n.t('Close this report')}
        className="col-start-4 narrow:col-start-3 narrow:row-start-1 narrow:-mt-2.5 narrow:-me-3"
        onClick={onClose}
      >
        <Icon of={X} />
      </Button>
    </div>
  )
}

export function FailedStrip({ one, onClose }: StripProps & { onClose: () => void }) {
  const i18n = useTexts()

  return (
    <Note
      tone="bad"
      className="mb-4"
      action={
        <Button size="compact" look="plain" onClick={onClose}>
          {i18n.t('Close')}
        </Button>
      }
    >
      <b className="font-semibold">{importName(one)}:</b>{' '}
      {translated(i18n, one.failure?.message ?? /*i18n*/ 'We couldn’t read that list.')}{' '}
      {i18n.t('No one was added.')}
    </Note>
  )
}

/** Points out a column that becomes personal messages, with its first cells. */
function MessageColumn({ column: { heading, samples } }: { column: ImportColumn }) {
  const i18n = useTexts()

  return (
    <details className="text-muted text-small">
      <summary className="cursor-pointer">
        {heading === ''
          ? i18n.t('A column is used as each person’s message. See it')
          : i18n.t('The column “{heading}” is used as each person’s message. See it', { heading })}
      </summary>
      <ul className="mt-1 grid gap-1 ps-4">
        {[...new Set(samples)].map((sample) => (
          <li key={sample}>“{sample}”</li>
        ))}
      </ul>
      <p className="mt-1 ps-4">{i18n.t('To change one, open the person in the list.')}</p>
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
  const i18n = useTexts()
  const files = importing.withErrors.slice(0, FILES_AT_MOST)
  if (attention === 0 || files.length === 0) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      <p className="text-muted">
        {attention === 1
          ? i18n.t('One row needs attention. Fix it here, or in a spreadsheet:')
          : i18n.t('{rows, number} rows need attention. Fix them here, or in a spreadsheet:', {
              rows: attention,
            })}
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
            {i18n.t('Upload fixed rows')}
          </AriaButton>
        </FileTrigger>
      </div>
    </div>
  )
}

function ErrorsFile({ file, isAlone }: { file: ImportSummary; isAlone: boolean }) {
  const i18n = useTexts()
  const [isPending, setPending] = useState(false)
  const name = importName(file)
  async function fetchFile() {
    setPending(true)
    await download(csvNameOf(name, i18n.t('to fix')), () =>
      call(api.getImportErrorsFile, { params: { id: file.id } }),
    )
    setPending(false)
  }
  return (
    <Button size="compact" isPending={isPending} onClick={fetchFile}>
      <Icon of={Download} size={18} />
      {i18n.t('Download rows to fix')}
      {!isAlone && ` (${name})`}
    </Button>
  )
}
