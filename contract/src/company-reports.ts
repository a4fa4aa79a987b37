import {
  REPORT_COLUMN_TYPES,
  REPORT_FORMATS,
  REPORT_KINDS,
  REPORT_RANGES,
  SPEND_BY,
} from '@laurel/domain/company-reports'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf, Moment } from './fields.ts'
import { api } from './routes.ts'

const Day = z.iso.date({ error: 'Choose a day.' })

/** What a report lists, and of which days. */
export const ReportSettings = z.object({
  kind: z.enum(REPORT_KINDS),
  range: z.enum(REPORT_RANGES).meta({
    description: 'When the orders were placed, in the company’s time zone; `days` takes `from` and `until`',
  }),
  from: Day.optional(),
  until: Day.optional().meta({ description: 'The last day' }),
  by: z
    .string()
    .regex(SPEND_BY)
    .optional()
    .meta({ description: 'What spend is listed by: `month`, `person`, or a custom field as `field:12`' }),
})

const ReportColumn = z.object({
  title: z.string(),
  type: z.enum(REPORT_COLUMN_TYPES).meta({
    description: '`cents` is US dollars in integer cents, `moment` a local time like `2026-11-27 10:05`',
  }),
})

const CompanyReport = z.object({
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

export const ReportFile = z.object({
  id: Id,
  name: z.string(),
  settings: ReportSettings,
  format: z.enum(REPORT_FORMATS),
  state: z.enum(['waiting', 'making', 'ready', 'failed']),
  rows: z.number().int().meta({ description: 'Rows written so far' }),
  bytes: z.number().int().meta({ description: 'Its size once it’s ready' }),
  by: z.string().meta({ description: 'Who asked for it' }),
  created_at: Moment,
  expires_at: Moment,
})

const seeing = { access: 'customer', companyNeeds: 'reports.see' } as const

export const getCompanyReport = endpoint(api.getCompanyReport, {
  ...seeing,
  summary: 'The first rows of a report on the current company’s orders, and its totals',
  query: ReportSettings,
  response: CompanyReport,
  refusals: ['validation_failed'],
})

export const listReportFiles = endpoint(api.listReportFiles, {
  ...seeing,
  summary: 'Files of the company’s reports, newest first',
  response: listOf(ReportFile),
})

export const makeReportFile = endpoint(api.makeReportFile, {
  ...seeing,
  summary: 'Start making a file with all rows of a report. No cell is a formula',
  body: ReportSettings.extend({ format: z.enum(REPORT_FORMATS).default('csv') }),
  response: ReportFile,
  idempotent: true,
  refusals: ['registration_incomplete', 'limit_exceeded'],
})

export const removeReportFile = endpoint(api.removeReportFile, {
  ...seeing,
  summary: 'Remove a report’s file, or stop making it',
  params: IdParams,
  response: 'nothing',
})

export const downloadReportFile = endpoint(api.downloadReportFile, {
  ...seeing,
  summary: 'A report’s file, until it expires',
  params: IdParams,
  response: 'file',
})
