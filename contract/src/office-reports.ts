import { isReportStatus, type ReportKind, STAFF_REPORT_KINDS, STAFF_SPEND_BY } from '@laurel/domain/reports'
import * as z from 'zod'
import {
  DAY_OF_SCHEDULE,
  DAYS_IN_ORDER,
  format,
  type Refinement,
  Report,
  ReportSettings,
  reportDays,
  reportFile,
  savedReport,
  saving,
} from './company-reports.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf } from './fields.ts'
import { api } from './routes.ts'

/** What a report for staff lists, of which days, and of which companies. */
export const OfficeReportSettings = z.object({
  ...ReportSettings.shape,
  kind: z.enum(STAFF_REPORT_KINDS),
  range: reportDays.range.meta({
    description:
      'In the site’s time zone: when orders were placed, payments started, refunds requested, or entries posted. `days` takes `from` and `until`',
  }),
  by: z.string().regex(STAFF_SPEND_BY).optional().meta({
    description:
      'What spend is listed by: `month`, `person`, `company`, or, with `company_id`, a custom field as `field:12`',
  }),
  company_id: Id.optional().meta({ description: 'Only what is of this company' }),
  status: z.string().max(40).optional().meta({
    description: 'Only rows with this status: of an order, card, delivery, payment, or refund',
  }),
})

const HAS_STATUS = [
  ({ kind, status }: { kind: ReportKind; status?: string | undefined }) =>
    status === undefined || isReportStatus(kind, status),
  { path: ['status'], message: 'Choose a status that this report has.' },
] satisfies Refinement

export const OfficeReportFile = z.object({ ...reportFile, settings: OfficeReportSettings })
export const OfficeSavedReport = z.object({ ...savedReport, settings: OfficeReportSettings })

const reading = { access: 'staff', needs: 'reports.read' } as const
const Saved = z
  .object({ ...OfficeReportSettings.shape, ...saving })
  .refine(...DAYS_IN_ORDER)
  .refine(...DAY_OF_SCHEDULE)
  .refine(...HAS_STATUS)

export const getOfficeReport = endpoint(api.getOfficeReport, {
  ...reading,
  summary: 'The first rows of a report on the site, and its totals',
  query: OfficeReportSettings.refine(...DAYS_IN_ORDER).refine(...HAS_STATUS),
  response: Report,
  refusals: ['validation_failed', 'not_found'],
})

export const listOfficeReportFiles = endpoint(api.listOfficeReportFiles, {
  ...reading,
  summary: 'Files of staff’s reports, newest first',
  response: listOf(OfficeReportFile),
})

export const makeOfficeReportFile = endpoint(api.makeOfficeReportFile, {
  ...reading,
  summary: 'Start creating a file with all rows of a report. Cells are never formulas',
  body: OfficeReportSettings.extend({ format })
    .refine(...DAYS_IN_ORDER)
    .refine(...HAS_STATUS),
  response: OfficeReportFile,
  idempotent: true,
  refusals: ['limit_exceeded', 'not_found'],
})

export const removeOfficeReportFile = endpoint(api.removeOfficeReportFile, {
  ...reading,
  summary: 'Remove a report’s file, or stop creating it',
  params: IdParams,
  response: 'nothing',
})

export const downloadOfficeReportFile = endpoint(api.downloadOfficeReportFile, {
  ...reading,
  summary: 'A report’s file, until it expires',
  params: IdParams,
  response: 'file',
})

export const listReportReaders = endpoint(api.listReportReaders, {
  ...reading,
  summary: 'Staff who can see reports and get them by email',
  response: listOf(z.object({ id: Id, name: z.string(), email: z.string() })),
})

export const listOfficeSavedReports = endpoint(api.listOfficeSavedReports, {
  ...reading,
  summary: 'Staff’s saved reports, by name',
  response: listOf(OfficeSavedReport),
})

export const saveOfficeReport = endpoint(api.saveOfficeReport, {
  ...reading,
  summary: 'Save a report under a name, and email it on a schedule',
  body: Saved,
  response: OfficeSavedReport,
  idempotent: true,
  refusals: ['limit_exceeded', 'not_found'],
})

export const changeOfficeSavedReport = endpoint(api.changeOfficeSavedReport, {
  ...reading,
  summary: 'Change a saved report',
  params: IdParams,
  body: Saved,
  response: OfficeSavedReport,
})

export const removeOfficeSavedReport = endpoint(api.removeOfficeSavedReport, {
  ...reading,
  summary: 'Remove a saved report. Files it created stay until they expire',
  params: IdParams,
  response: 'nothing',
})

export const sendOfficeSavedReport = endpoint(api.sendOfficeSavedReport, {
  ...reading,
  summary: 'Create a saved report’s file now, and email it to its readers',
  params: IdParams,
  response: OfficeReportFile,
  idempotent: true,
  refusals: ['limit_exceeded'],
})
