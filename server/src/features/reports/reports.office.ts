import * as contract from '@laurel/contract/office-reports'
import { inSite } from '../../database/in-site.ts'
import type { Serve } from '../../http/serve.ts'
import { listReaders } from './readers.ts'
import { staffMember } from './report-users.ts'
import * as reports from './reports.service.ts'
import * as saved from './saved-reports.service.ts'

export function reportOffice(serve: Serve, kit: reports.ReportKit) {
  const user = (actor: Parameters<typeof staffMember>[1]) => staffMember(kit, actor)
  serve(contract.getOfficeReport, ({ site, actor, query, i18n }) =>
    reports.readReport(kit, site, user(actor), query, i18n),
  )
  serve(contract.listOfficeReportFiles, ({ actor }) => reports.listReportFiles(kit, user(actor)))
  serve(contract.makeOfficeReportFile, ({ site, actor, body }) =>
    reports.makeReportFile(kit, site, user(actor), body),
  )
  serve(contract.removeOfficeReportFile, ({ actor, params }) =>
    reports.removeReportFile(kit, user(actor), params.id),
  )
  serve(contract.downloadOfficeReportFile, ({ actor, params }) =>
    reports.downloadReport(kit, user(actor), params.id),
  )
  serve(contract.listReportReaders, ({ actor }) =>
    inSite(kit.pool, actor.siteId, (db) => listReaders(db, user(actor))),
  )
  serve(contract.listOfficeSavedReports, ({ actor }) => saved.listSavedReports(kit, user(actor)))
  serve(contract.saveOfficeReport, ({ site, actor, body }) => saved.saveReport(kit, site, user(actor), body))
  serve(contract.changeOfficeSavedReport, ({ site, actor, params, body }) =>
    saved.changeSavedReport(kit, site, user(actor), params.id, body),
  )
  serve(contract.removeOfficeSavedReport, ({ actor, params }) =>
    saved.removeSavedReport(kit, user(actor), params.id),
  )
  serve(contract.sendOfficeSavedReport, ({ site, actor, params }) =>
    saved.sendSavedReport(kit, site, user(actor), params.id),
  )
}
