import { api } from '@laurel/contract/routes'
import type { ReportFormat, ReportKind } from '@laurel/domain/reports'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from './call.ts'

type OfficeSettings = AnswerOf<'listOfficeReportFiles'>[number]['settings']
type CompanySettings = AnswerOf<'listReportFiles'>[number]['settings']
export type Report = AnswerOf<'getOfficeReport'>
export type ReportSettings = Omit<OfficeSettings, 'kind'> & { kind: ReportKind }
type With<T> = Omit<T, 'settings'> & { settings: ReportSettings }
export type ReportFile = With<AnswerOf<'listOfficeReportFiles'>[number]>
export type SavedReport = With<AnswerOf<'listOfficeSavedReports'>[number]>
export type SavedDraft = ReportSettings &
  Pick<SavedReport, 'name' | 'format' | 'day' | 'time'> & {
    every: NonNullable<SavedReport['every']> | 'never'
    readerIds: number[]
  }
type Asked<T> = T & { idempotencyKey: string }

/** Whose reports: those of the current company, or those of the site's staff. */
export type ReportOwner = 'company' | 'office'

type Calls = {
  read: (settings: ReportSettings) => Promise<Report>
  listFiles: () => Promise<ReportFile[]>
  makeFile: (asked: Asked<{ settings: ReportSettings; format: ReportFormat }>) => Promise<ReportFile>
  removeFile: (id: number) => Promise<unknown>
  download: (id: number) => Promise<unknown>
  listSaved: () => Promise<SavedReport[]>
  save: (asked: Asked<{ draft: SavedDraft }>) => Promise<SavedReport>
  change: (id: number, draft: SavedDraft) => Promise<SavedReport>
  removeSaved: (id: number) => Promise<unknown>
  send: (id: number) => Promise<ReportFile>
}

// Each has other kinds of reports, and its screens offer no others.
const ofCompany = <T extends ReportSettings>(settings: T) => settings as T & CompanySettings
const ofOffice = <T extends ReportSettings>(settings: T) => settings as T & OfficeSettings

const CALLS: Readonly<Record<ReportOwner, Calls>> = {
  company: {
    read: (settings) => call(api.getCompanyReport, { query: ofCompany(settings) }),
    listFiles: () => call(api.listReportFiles),
    makeFile: ({ settings, format, idempotencyKey }) =>
      call(api.makeReportFile, { body: { ...ofCompany(settings), format }, idempotencyKey }),
    removeFile: (id) => call(api.removeReportFile, { params: { id } }),
    download: (id) => call(api.downloadReportFile, { params: { id } }),
    listSaved: () => call(api.listSavedReports),
    save: ({ draft, idempotencyKey }) => call(api.saveReport, { body: ofCompany(draft), idempotencyKey }),
    change: (id, draft) => call(api.changeSavedReport, { params: { id }, body: ofCompany(draft) }),
    removeSaved: (id) => call(api.removeSavedReport, { params: { id } }),
    send: (id) => call(api.sendSavedReport, { params: { id } }),
  },
  office: {
    read: (settings) => call(api.getOfficeReport, { query: ofOffice(settings) }),
    listFiles: () => call(api.listOfficeReportFiles),
    makeFile: ({ settings, format, idempotencyKey }) =>
      call(api.makeOfficeReportFile, { body: { ...ofOffice(settings), format }, idempotencyKey }),
    removeFile: (id) => call(api.removeOfficeReportFile, { params: { id } }),
    download: (id) => call(api.downloadOfficeReportFile, { params: { id } }),
    listSaved: () => call(api.listOfficeSavedReports),
    save: ({ draft, idempotencyKey }) =>
      call(api.saveOfficeReport, { body: ofOffice(draft), idempotencyKey }),
    change: (id, draft) => call(api.changeOfficeSavedReport, { params: { id }, body: ofOffice(draft) }),
    removeSaved: (id) => call(api.removeOfficeSavedReport, { params: { id } }),
    send: (id) => call(api.sendOfficeSavedReport, { params: { id } }),
  },
}

export function reportCalls(owner: ReportOwner): Calls {
  return CALLS[owner]
}

const FILES_WAIT_MS = 2_000

/** Whether a report's file is still being made. */
export function isUnderWay({ state }: Pick<ReportFile, 'state'>): boolean {
  return state === 'waiting' || state === 'making'
}

/** Keys: ['company', …] is of the current company, ['office', …] of the site. */
export const reportQueries = {
  rows: (owner: ReportOwner, settings: ReportSettings) =>
    queryOptions({
      queryKey: [owner, 'reports', 'rows', settings],
      queryFn: () => CALLS[owner].read(settings),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  files: (owner: ReportOwner) =>
    queryOptions({
      queryKey: [owner, 'reports', 'files'],
      queryFn: CALLS[owner].listFiles,
      refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? FILES_WAIT_MS : false),
    }),
  saved: (owner: ReportOwner) =>
    queryOptions({ queryKey: [owner, 'reports', 'saved'], queryFn: CALLS[owner].listSaved }),
  readers: () =>
    queryOptions({ queryKey: ['office', 'reports', 'readers'], queryFn: () => call(api.listReportReaders) }),
}
