import { REPORT_INTERVAL_WORDS, REPORT_INTERVALS, type ReportInterval } from '@laurel/domain/report-schedules'
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
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../Button.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { ErrorText } from '../FieldText.tsx'
import { Form, missing } from '../Form.tsx'
import { capitalized } from '../format.ts'
import { Modal } from '../Modal.tsx'
import { Segment } from '../Segment.tsx'
import { Select } from '../Select.tsx'
import { zoneName } from '../site-time.ts'
import { TextField } from '../TextField.tsx'
import { useReportRoom } from './report-room.tsx'
import { nextDaysWords, settingsWords, weekdayWord } from './report-words.ts'

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

/** Saves a report, or changes its name and who gets it when. */
export function ReportDialog({ settings, report, onClose }: ReportDialogProps) {
  const i18n = useTexts()
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
      showToast({ title: i18n.t('Report saved') })
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
    <Modal
      isOpen
      onClose={onClose}
      title={report ? i18n.t('Edit report') : i18n.t('Save report')}
      isDismissable={false}
    >
      <Form
        onSubmit={() => save.mutate()}
        check={() => ({
          ...missing({ name, ...(every !== 'never' && { time }) }),
          ...(every !== 'never' &&
            readerIds.length === 0 && { readerIds: i18n.t('Choose at least one person.') }),
        })}
        problem={save.error}
        className="mt-4 grid gap-5"
      >
        {(errors) => (
          <>
            <TextField
              label={i18n.t('Name')}
              name="name"
              hint={settingsWords(settings)}
              value={name}
              onChange={setName}
              maxLength={60}
              autoFocus
            />
            <div className="grid gap-1.5">
              <span aria-hidden="true" className="text-label">
                {i18n.t('File')}
              </span>
              <Segment
                label={i18n.t('File')}
                options={FORMAT_CHOICES}
                value={format}
                onChange={setFormat}
                fills
              />
            </div>
            <Select
              label={i18n.t('Email it')}
              options={[
                { value: 'never' as const, label: i18n.t('Not emailed regularly') },
                ...REPORT_INTERVALS.map((value) => ({ value, label: i18n.t(REPORT_INTERVAL_WORDS[value]) })),
              ]}
              value={every}
              onChange={changeEvery}
            />
            {every !== 'never' && (
              <div className="grid grid-cols-2 gap-4 narrow:grid-cols-1">
                {every !== 'daily' && <DaySelect every={every} day={day} onChange={setDay} />}
                <TextField
                  label={i18n.t('Time')}
                  name="time"
                  type="time"
                  hint={capitalized(zoneName(timeZone))}
                  value={time}
                  onChange={setTime}
                />
                <p className="col-span-full text-muted text-small" aria-live="polite">
                  {nextDaysWords(settings, { every, day, time }, timeZone)}
                </p>
              </div>
            )}
            <fieldset>
              <legend className="font-medium text-label">{i18n.t('People')}</legend>
              <p className="text-muted text-small">
                {i18n.t(
                  'They get a link that works after they sign in. People whose role doesn’t allow reports aren’t listed.',
                )}
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
                {i18n.t('Cancel')}
              </Button>
              <Button look="primary" type="submit" isPending={save.isPending}>
                {i18n.t('Save report')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Modal>
  )
}

function choices(last: number, labelOf: (day: number) => string) {
  return Array.from({ length: last }, (_, index) => ({ value: index + 1, label: labelOf(index + 1) }))
}

type DaySelectProps = { every: 'weekly' | 'monthly'; day: number; onChange: (day: number) => void }

function DaySelect({ every, day, onChange }: DaySelectProps) {
  const i18n = useTexts()
  const options =
    every === 'weekly'
      ? choices(7, (day) => capitalized(weekdayWord(day)))
      : choices(31, (day) =>
          i18n.t('On the {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { day }),
        )
  return (
    <Select
      label={i18n.t('Day')}
      options={options}
      value={day}
      onChange={(value) => value !== null && onChange(value)}
    />
  )
}
