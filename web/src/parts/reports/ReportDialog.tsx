import {
  dayWords,
  REPORT_INTERVAL_WORDS,
  REPORT_INTERVALS,
  type ReportInterval,
  WEEKDAYS,
} from '@laurel/domain/report-schedules'
import { REPORT_FORMATS, type ReportFormat } from '@laurel/domain/reports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { freshKey } from '../../app/call.ts'
import {
  type ReportSettings,
  reportCalls,
  reportQueries,
  type SavedReport,
} from '../../app/report.queries.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../Button.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { ErrorText } from '../FieldText.tsx'
import { Form, missing } from '../Form.tsx'
import { Modal } from '../Modal.tsx'
import { Segment } from '../Segment.tsx'
import { Select } from '../Select.tsx'
import { zoneName } from '../site-time.ts'
import { TextField } from '../TextField.tsx'
import { useReportRoom } from './report-room.tsx'
import { nextDaysWords, settingsWords } from './report-words.ts'

type ReportDialogProps = {
  settings: ReportSettings
  /** Undefined for a new one. */
  report: SavedReport | undefined
  onClose: () => void
}

const FORMAT_CHOICES = REPORT_FORMATS.map((value) => ({
  value,
  label: value === 'csv' ? 'CSV' : 'Excel (XLSX)',
}))
const EVERY_CHOICES = [
  { value: 'never' as const, label: 'Not emailed regularly' },
  ...REPORT_INTERVALS.map((value) => ({ value, label: REPORT_INTERVAL_WORDS[value] })),
]

/** Saves a report, or changes its name and who gets it when. */
export function ReportDialog({ settings, report, onClose }: ReportDialogProps) {
  const queryClient = useQueryClient()
  const { owner, timeZone, readers } = useReportRoom()
  const [name, setName] = useState(report?.name ?? '')
  const [format, setFormat] = useState<ReportFormat>(report?.format ?? 'csv')
  const [every, setEvery] = useState<ReportInterval | 'never'>(report?.every ?? 'never')
  const [day, setDay] = useState(report?.day ?? 1)
  const [time, setTime] = useState(report?.time ?? '08:00')
  // Those whose role doesn’t allow reports anymore get none.
  const [readerIds, setReaderIds] = useState(() =>
    readers.map(({ id }) => id).filter((id) => report?.readers.some((reader) => reader.id === id)),
  )
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: () => {
      const draft = { ...settings, name: name.trim(), format, every, day, time, readerIds }
      const { save: saveNew, change } = reportCalls(owner)
      return report ? change(report.id, draft) : saveNew({ draft, idempotencyKey: key.current })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(reportQueries.saved(owner))
      showToast({ title: 'Report saved' })
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  const changeEvery = (next: ReportInterval | 'never' | null) => {
    if (next === null) return
    setEvery(next)
    setDay(1)
  }
  return (
    <Modal isOpen onClose={onClose} title={report ? 'Edit report' : 'Save report'} isDismissable={false}>
      <Form
        onSubmit={() => save.mutate()}
        check={() => ({
          ...missing({ name, ...(every !== 'never' && { time }) }),
          ...(every !== 'never' && readerIds.length === 0 && { readerIds: 'Choose at least one person.' }),
        })}
        problem={save.error}
        className="mt-4 grid gap-5"
      >
        {(errors) => (
          <>
            <TextField
              label="Name"
              name="name"
              hint={settingsWords(settings)}
              value={name}
              onChange={setName}
              maxLength={60}
              autoFocus
            />
            <div className="grid gap-1.5">
              <span aria-hidden="true" className="text-label">
                File
              </span>
              <Segment label="File" options={FORMAT_CHOICES} value={format} onChange={setFormat} fills />
            </div>
            <Select label="Email it" options={EVERY_CHOICES} value={every} onChange={changeEvery} />
            {every !== 'never' && (
              <div className="grid grid-cols-2 gap-4 narrow:grid-cols-1">
                {every !== 'daily' && <DaySelect every={every} day={day} onChange={setDay} />}
                <TextField
                  label="Time"
                  name="time"
                  type="time"
                  hint={zoneName(timeZone)}
                  value={time}
                  onChange={setTime}
                />
                <p className="col-span-full text-muted text-small" aria-live="polite">
                  {nextDaysWords(settings, { every, day, time }, timeZone)}
                </p>
              </div>
            )}
            <fieldset>
              <legend className="font-medium text-label">People</legend>
              <p className="text-muted text-small">
                They get a link that works after they sign in. People whose role doesn’t allow reports aren’t
                listed.
              </p>
              <div className="mt-1 max-h-[220px] overflow-y-auto rounded-control border border-line-strong px-4 py-1">
                {readers.map(({ id, name: person, email }) => (
                  <Checkbox
                    key={id}
                    isSelected={readerIds.includes(id)}
                    onChange={(isOn) =>
                      setReaderIds(isOn ? [...readerIds, id] : readerIds.filter((one) => one !== id))
                    }
                  >
                    {person} <span className="block text-muted text-small">{email}</span>
                  </Checkbox>
                ))}
              </div>
              {errors.readerIds && <ErrorText>{errors.readerIds}</ErrorText>}
            </fieldset>
            <div className="flex flex-wrap justify-end gap-3">
              <Button look="plain" onClick={onClose}>
                Cancel
              </Button>
              <Button look="primary" type="submit" isPending={save.isPending}>
                Save report
              </Button>
            </div>
          </>
        )}
      </Form>
    </Modal>
  )
}

type DaySelectProps = { every: 'weekly' | 'monthly'; day: number; onChange: (day: number) => void }

function DaySelect({ every, day, onChange }: DaySelectProps) {
  const options =
    every === 'weekly'
      ? WEEKDAYS.map((label, index) => ({ value: index + 1, label }))
      : Array.from({ length: 31 }, (_, index) => ({ value: index + 1, label: `On ${dayWords(index + 1)}` }))
  return (
    <Select
      label="Day"
      options={options}
      value={day}
      onChange={(value) => value !== null && onChange(value)}
    />
  )
}
