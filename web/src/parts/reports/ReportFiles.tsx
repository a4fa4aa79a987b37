import { REPORT_FILE_DAYS, REPORT_FORMATS, type ReportFormat } from '@laurel/domain/reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import { freshKey } from '../../app/call.ts'
import {
  isUnderWay,
  type ReportFile,
  type ReportSettings,
  reportCalls,
  reportQueries,
} from '../../app/report.queries.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showFailure } from '../../app/toast-store.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { Note } from '../Note.tsx'
import { download } from '../save-file.ts'
import { siteDay, siteMoment } from '../site-time.ts'
import { useReportRoom } from './report-room.tsx'

/** Starts making a file with all rows; it appears in the list of files. */
export function DownloadReport({ settings }: { settings: ReportSettings }) {
  const i18n = useTexts()
  const { owner } = useReportRoom()
  const queryClient = useQueryClient()
  const key = useRef(freshKey())
  const make = useMutation({
    mutationFn: (format: ReportFormat) =>
      reportCalls(owner).makeFile({ settings, format, idempotencyKey: key.current }),
    onSettled: () => {
      key.current = freshKey()
      return queryClient.invalidateQueries(reportQueries.files(owner))
    },
    onError: (problem) => {
      showFailure(i18n.t('We couldn’t start the file'), problem)
    },
  })
  return (
    <>
      {REPORT_FORMATS.map((format) => (
        <Button
          key={format}
          isPending={make.isPending && make.variables === format}
          onClick={() => make.mutate(format)}
        >
          <Icon of={Download} size={18} />
          {i18n.t('Create {format}', { format: format.toUpperCase() })}
        </Button>
      ))}
    </>
  )
}

/** The files of the company's reports, ready or being made. */
export function ReportFiles() {
  const i18n = useTexts()
  const { owner } = useReportRoom()
  const { data: files = [] } = useQuery(reportQueries.files(owner))
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="text-h3">
        {i18n.t('Files')}
      </h2>
      <p className="mt-1 text-muted text-small">
        {i18n.t('People whose role allows reports can download them for {days} days.', {
          days: REPORT_FILE_DAYS,
        })}
      </p>
      <ul className="mt-5 border-line border-t">
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </section>
  )
}

/** The file that a mail's link is about. */
export function LinkedFile({ id }: { id: number }) {
  const i18n = useTexts()
  const { owner } = useReportRoom()
  const { data: files } = useQuery(reportQueries.files(owner))
  if (files === undefined) return null
  const file = files.find((one) => one.id === id)
  if (file === undefined) {
    return (
      <Note tone="warn">
        {i18n.t('This file has expired or was removed. Open its report below to create it again.')}
      </Note>
    )
  }
  return (
    <ul aria-label={i18n.t('Your report')} className="rounded-panel border border-line px-5">
      <FileRow file={file} isLast />
    </ul>
  )
}

function FileRow({ file, isLast = false }: { file: ReportFile; isLast?: boolean }) {
  const i18n = useTexts()
  const { id, name, format, state, by, createdAt } = file
  const queryClient = useQueryClient()
  const { owner, timeZone } = useReportRoom()
  const fileName = `${name}.${format}`
  const save = useMutation({
    mutationFn: () => download(fileName, () => reportCalls(owner).download(id)),
  })
  const remove = useMutation({
    mutationFn: () => reportCalls(owner).removeFile(id),
    onSettled: () => queryClient.invalidateQueries(reportQueries.files(owner)),
    onError: (problem) => {
      showFailure(i18n.t('We couldn’t remove the file'), problem)
    },
  })
  return (
    <li
      className={`flex flex-wrap items-center gap-x-6 gap-y-2 border-line py-4 ${isLast ? '' : 'border-b'}`}
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere font-medium">{fileName}</p>
        <p className="text-muted text-small" aria-live="polite">
          {by || i18n.t('On schedule')}, {siteMoment(createdAt, timeZone)} · {stateWords(file, timeZone)}
        </p>
      </div>
      <div className="flex gap-3">
        {state === 'ready' && (
          <Button
            size="compact"
            aria-label={i18n.t('Download {name}', { name: fileName })}
            isPending={save.isPending}
            onClick={() => save.mutate()}
          >
            <Icon of={Download} size={16} />
            {i18n.t('Download')}
          </Button>
        )}
        <Button
          size="compact"
          look="plain"
          aria-label={
            isUnderWay(file)
              ? i18n.t('Cancel {name}', { name: fileName })
              : i18n.t('Remove {name}', { name: fileName })
          }
          isPending={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {isUnderWay(file) ? i18n.t('Cancel') : i18n.t('Remove')}
        </Button>
      </div>
    </li>
  )
}

function stateWords({ state, rows, expiresAt }: ReportFile, timeZone: string): string {
  const i18n = pageTexts()
  switch (state) {
    case 'waiting':
      return i18n.t('Waiting')
    case 'making':
      return rows === 0
        ? i18n.t('Being created')
        : i18n.t('Being created, {rows, plural, one {# row} other {# rows}} so far', { rows })
    case 'ready':
      return i18n.t('{rows, plural, one {# row} other {# rows}}, expires {day}', {
        rows,
        day: siteDay(expiresAt, timeZone),
      })
    case 'failed':
      return i18n.t('We couldn’t create this file. Remove it and try again.')
  }
}
