import { isScheduleDay, REPORT_INTERVALS, type ReportInterval } from '@laurel/domain/report-schedules'
import {
  areDaysReversed,
  COMPANY_REPORT_KINDS,
  REPORT_COLUMN_TYPES,
  REPORT_FORMATS,
  REPORT_RANGES,
  type ReportDays,
  type ReportRange,
  SPEND_BY,
} from '@laurel/domain/reports'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { dayText, Id, IdParams, lineText, listOf, Moment, requiredText } from './fields.ts'
import { api } from './routes.ts'

export type Refinement = [check: (given: never) => boolean, problem: { path: string[]; message: string }]

const Day = dayText(/*i18n*/ 'Choose a day.')

/** Which days a report is about. */
export const reportDays = {
  range: z.enum(REPORT_RANGES),
  from: Day.optional(),
  until: Day.optional().meta({ description: 'The last day' }),
}

/** A refinement: the last day isn’t before the first. */
export const DAYS_IN_ORDER = [
  ({ range, from, until }: { range: ReportRange } & ReportDays) => !areDaysReversed(range, { from, until }),
  { path: ['until'], message: /*i18n*/ 'Choose a day that isn’t before the first.' },
] satisfies Refinement

/** What a report lists, and of which days. */
export const ReportSettings = z.object({
  kind: z.enum(COMPANY_REPORT_KINDS),
  ...reportDays,
  range: reportDays.range.meta({
    description:
      'When the orders were placed, or for `payroll` and `form_1099` when cards were received, in the company’s time zone; `days` takes `from` and `until`',
  }),
  by: z
    .string()
    .regex(SPEND_BY)
    .optional()
    .meta({ description: 'What spend is listed by: `month`, `person`, or a custom field as `field:12`' }),
})

const ReportColumn = z.object({
  title: z.string(),
  type: z.enum(REPORT_COLUMN_TYPES).meta({
    description:
      '`cents` is US dollars in integer cents, `moment` a local time like `2026-11-27 10:05`, `day` a day like `2026-11-27`',
  }),
})

export const Report = z.object({
  time_zone: z.string(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  columns: z.array(ReportColumn),
  rows: z
    .array(z.array(z.union([z.string(), z.number()]).nullable()))
    .meta({ description: 'The first rows; a file has all of them' }),
  has_more: z.boolean(),
  totals: z
    .array(z.object({ title: z.string(), type: z.enum(['count', 'cents']), value: z.number().int() }))
    .meta({ description: 'Of all rows' }),
  groups: z
    .array(z.object({ by: z.string(), title: z.string() }))
    .meta({ description: 'What spend can be listed by' }),
})

/** A file of a report, without its settings. */
export const reportFile = {
  id: Id,
  name: z.string(),
  format: z.enum(REPORT_FORMATS),
  state: z.enum(['waiting', 'making', 'ready', 'failed']),
  rows: z.number().int().meta({ description: 'Rows written so far' }),
  bytes: z.number().int().meta({ description: 'Its size once it’s ready' }),
  by: z.string().meta({ description: 'Who asked for it; empty if it was made on schedule' }),
  created_at: Moment,
  expires_at: Moment,
}

export const ReportFile = z.object({ ...reportFile, settings: ReportSettings })

/** What a report is downloaded as. */
export const format = z.enum(REPORT_FORMATS).default('csv')

const seeing = { access: 'customer', companyNeeds: 'reports.see' } as const

export const getCompanyReport = endpoint(api.getCompanyReport, {
  ...seeing,
  summary: 'The first rows of a report on the current company’s orders, and its totals',
  query: ReportSettings.refine(...DAYS_IN_ORDER),
  response: Report,
  refusals: ['validation_failed'],
})

export const listReportFiles = endpoint(api.listReportFiles, {
  ...seeing,
  summary: 'Files of the company’s reports, newest first',
  response: listOf(ReportFile),
})

export const makeReportFile = endpoint(api.makeReportFile, {
  ...seeing,
  summary: 'Start creating a file with all rows of a report. Cells are never formulas',
  body: ReportSettings.extend({ format }).refine(...DAYS_IN_ORDER),
  response: ReportFile,
  idempotent: true,
  refusals: ['registration_incomplete', 'limit_exceeded'],
})

export const removeReportFile = endpoint(api.removeReportFile, {
  ...seeing,
  summary: 'Remove a report’s file, or stop creating it',
  params: IdParams,
  response: 'nothing',
})

export const downloadReportFile = endpoint(api.downloadReportFile, {
  ...seeing,
  summary: 'A report’s file, until it expires',
  params: IdParams,
  response: 'file',
})

const schedule = {
  every: z.enum(REPORT_INTERVALS).nullable().meta({ description: 'How often it’s emailed; null for never' }),
  day: z.number().int().min(1).max(31).meta({
    description:
      'Weekly: 1 is Monday. Monthly: the day of the month, or its last day if it has fewer. Daily: 1',
  }),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, /*i18n*/ 'Choose a time.')
    .meta({ description: '`08:00`, in the report’s time zone' }),
}

/** A saved report, without its settings. */
export const savedReport = {
  id: Id,
  name: z.string(),
  format: z.enum(REPORT_FORMATS),
  ...schedule,
  readers: z.array(z.object({ id: Id, name: z.string() })).meta({
    description: 'People who get it by email. Those who can’t see reports anymore don’t get it',
  }),
  next_at: Moment.nullable(),
}

export const SavedReport = z.object({ ...savedReport, settings: ReportSettings })

/** What is given to save a report, besides its settings. */
export const saving = {
  name: lineText(60).pipe(requiredText(60)),
  format,
  ...schedule,
  every: z.enum([...REPORT_INTERVALS, 'never']).default('never'),
  day: schedule.day.default(1),
  time: schedule.time.default('08:00'),
  reader_ids: z.array(Id).max(50).default([]),
}

/** A refinement: the interval has the day. */
export const DAY_OF_SCHEDULE = [
  ({ every, day }: { every: ReportInterval | 'never'; day: number }) =>
    every === 'never' || isScheduleDay(every, day),
  { path: ['day'], message: /*i18n*/ 'Choose a day.' },
] satisfies Refinement

const Saved = z
  .object({ ...ReportSettings.shape, ...saving })
  .refine(...DAYS_IN_ORDER)
  .refine(...DAY_OF_SCHEDULE)

export const listSavedReports = endpoint(api.listSavedReports, {
  ...seeing,
  summary: 'The company’s saved reports, by name',
  response: listOf(SavedReport),
})

export const saveReport = endpoint(api.saveReport, {
  ...seeing,
  summary: 'Save a report under a name, and email it on a schedule',
  body: Saved,
  response: SavedReport,
  idempotent: true,
  refusals: ['registration_incomplete', 'limit_exceeded', 'not_found'],
})

export const changeSavedReport = endpoint(api.changeSavedReport, {
  ...seeing,
  summary: 'Change a saved report',
  params: IdParams,
  body: Saved,
  response: SavedReport,
})

export const removeSavedReport = endpoint(api.removeSavedReport, {
  ...seeing,
  summary: 'Remove a saved report. Files it created stay until they expire',
  params: IdParams,
  response: 'nothing',
})

export const sendSavedReport = endpoint(api.sendSavedReport, {
  ...seeing,
  summary: 'Create a saved report’s file now, and email it to its readers',
  params: IdParams,
  response: ReportFile,
  idempotent: true,
  refusals: ['limit_exceeded'],
})
