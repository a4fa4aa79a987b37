import { MAX_SAVED_REPORTS } from '@laurel/domain/report-schedules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, Ellipsis, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { openModal } from '../../app/modal-store.ts'
import {
  type ReportSettings,
  reportCalls,
  reportQueries,
  type SavedReport,
} from '../../app/report.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { Menu } from '../Menu.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { useReportRoom } from './report-room.tsx'
import { sentWords, settingsWords } from './report-words.ts'

/** Keeps what is on screen under a name. */
export function SaveReport({ settings }: { settings: ReportSettings }) {
  const i18n = useTexts()
  const { owner } = useReportRoom()
  const { data: saved = [] } = useQuery(reportQueries.saved(owner))
  const [isOpen, setOpen] = useState(false)
  if (saved.length >= MAX_SAVED_REPORTS) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon of={Bookmark} size={18} />
        {i18n.t('Save report')}
      </Button>
      {isOpen && <ReportDialog settings={settings} report={undefined} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Saved reports, with who gets them when. */
export function SavedReports() {
  const i18n = useTexts()
  const { owner } = useReportRoom()
  const { data: saved = [] } = useQuery(reportQueries.saved(owner))
  if (saved.length === 0) return null
  return (
    <section aria-labelledby="saved-reports">
      <h2 id="saved-reports" className="text-h3">
        {i18n.t('Saved reports')}
      </h2>
      <ul className="mt-4 border-line border-t">
        {saved.map((report) => (
          <SavedRow key={report.id} report={report} />
        ))}
      </ul>
    </section>
  )
}

function SavedRow({ report }: { report: SavedReport }) {
  const { to } = useReportRoom()
  const { name, settings } = report
  return (
    <li className="flex items-center gap-x-4 border-line border-b py-4">
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          search={settings}
          className="link wrap-anywhere inline-flex min-h-9 items-center font-medium touch:min-h-11"
        >
          {name}
        </Link>
        <p className="text-muted text-small">{settingsWords(settings)}</p>
        <p className="text-muted text-small">{sentWords(report)}</p>
      </div>
      <RowMenu report={report} />
    </li>
  )
}

function RowMenu({ report }: { report: SavedReport }) {
  const i18n = useTexts()
  const { owner } = useReportRoom()
  const { id, name, readers } = report
  const queryClient = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const send = useMutation({
    mutationFn: () => reportCalls(owner).send(id),
    onSuccess: async () => {
      await queryClient.invalidateQueries(reportQueries.files(owner))
      showToast({
        title: i18n.t('{name} will be emailed to {people, plural, one {# person} other {# people}}', {
          name,
          people: readers.length,
        }),
      })
    },
    onError: (problem) => {
      showFailure(i18n.t('We couldn’t send the report'), problem)
    },
  })
  const remove = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Delete {name}?', { name }),
      text: i18n.t('It’s no longer emailed. Files it created stay until they expire.'),
      confirm: i18n.t('Delete report'),
      cancel: i18n.t('Keep report'),
      danger: true,
      onConfirm: async () => {
        await reportCalls(owner).removeSaved(id)
        await queryClient.invalidateQueries(reportQueries.saved(owner))
        showToast({ title: i18n.t('{name} deleted', { name }) })
      },
    })
  return (
    <>
      <Menu
        label={i18n.t('Actions for {name}', { name })}
        button={<Icon of={Ellipsis} size={18} />}
        buttonClassName={buttonClass('plain', 'round')}
        entries={[
          { id: 'edit', label: i18n.t('Edit report'), icon: Pencil, onPress: () => setEditing(true) },
          ...(readers.length > 0
            ? [{ id: 'send', label: i18n.t('Send now'), icon: Send, onPress: () => send.mutate() }]
            : []),
          { id: 'delete', label: i18n.t('Delete report'), icon: Trash2, isBad: true, onPress: remove },
        ]}
      />
      {isEditing && (
        <ReportDialog settings={report.settings} report={report} onClose={() => setEditing(false)} />
      )}
    </>
  )
}
