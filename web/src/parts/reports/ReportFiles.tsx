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
import { showFailure } from '../../app/toast-store.ts'
import { Button } from '../Button.tsx'
import { plural } from '../format.ts'
import { Icon } from '../Icon.tsx'
import { Note } from '../Note.tsx'
import { download } from '../save-file.ts'
import { siteDay, siteMoment } from '../site-time.ts'
import { useReportRoom } from './report-room.tsx'

/** Starts making a file with all rows; it appears in the list of files. */
export function DownloadReport({ settings }: { settings: ReportSettings }) {
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
      showFailure('We couldn’t start the file', problem)
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
          Create {format.toUpperCase()}
        </Button>
      ))}
    </>
  )
}

/** The files of the company's reports, ready or being made. */
export function ReportFiles() {
  const { owner } = useReportRoom()
  const { data: files = [] } = useQuery(reportQueries.files(owner))
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="text-h3">
        Files
      </h2>
      <p className="mt-1 text-muted text-small">
        People whose role allows reports can download them for {REPORT_FILE_DAYS} days.
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
  const { owner } = useReportRoom()
  const { data: files } = useQuery(reportQueries.files(owner))
  if (files === undefined) return null
  const file = files.find((one) => one.id === id)
  if (file === undefined) {
    return (
      <Note tone="warn">This file has expired or was removed. Open its report below to create it again.</Note>
    )
  }
  return (
    <ul aria-label="Your report" className="rounded-panel border border-line px-5">
      <FileRow file={file} isLast />
    </ul>
  )
}

function FileRow({ file, isLast = false }: { file: ReportFile; isLast?: boolean }) {
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
      showFailure('We couldn’t remove the file', problem)
    },
  })
  return (
    <li
      className={`flex flex-wrap items-center gap-x-6 gap-y-2 border-line py-4 ${isLast ? '' : 'border-b'}`}
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere font-medium">{fileName}</p>
        <p className="text-muted text-small" aria-live="polite">
          {by || 'On schedule'}, {siteMoment(createdAt, timeZone)} · {stateWords(file, timeZone)}
        </p>
      </div>
      <div className="flex gap-3">
        {state === 'ready' && (
          <Button
            size="compact"
            aria-label={`Download ${fileName}`}
            isPending={save.isPending}
            onClick={() => save.mutate()}
          >
            <Icon of={Download} size={16} />
            Download
          </Button>
        )}
        <Button
          size="compact"
          look="plain"
          aria-label={`${isUnderWay(file) ? 'Cancel' : 'Remove'} ${fileName}`}
          isPending={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {isUnderWay(file) ? 'Cancel' : 'Remove'}
        </Button>
      </div>
    </li>
  )
}

function stateWords({ state, rows, expiresAt }: ReportFile, timeZone: string): string {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'making':
      return rows === 0 ? 'Being created' : `Being created, ${plural(rows, 'row')} so far`
    case 'ready':
      return `${plural(rows, 'row')}, expires ${siteDay(expiresAt, timeZone)}`
    case 'failed':
      return 'We couldn’t create this file. Remove it and try again.'
  }
}
