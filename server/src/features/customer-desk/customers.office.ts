import {
  addCustomerNote,
  closeCustomerAccount,
  disableCustomer,
  enableCustomer,
  getOfficeCustomer,
  listOfficeCustomers,
  resetSecondStep,
} from '@laurel/contract/office-customers'
import type { Serve } from '../../http/serve.ts'
import * as office from './office-customers.service.ts'

export function customerOffice(serve: Serve, kit: office.OfficeCustomersKit) {
  serve(listOfficeCustomers, ({ site, query }) => office.listCustomers(kit, site, query))
  serve(getOfficeCustomer, ({ site, params }) => office.getCustomer(kit, site, params.id))
  serve(addCustomerNote, ({ site, actor, params, body }) =>
    office.addNote(kit, site, actor, params.id, body.text),
  )
  serve(disableCustomer, ({ site, actor, params, body }) =>
    office.setCustomerEnabled(kit, site, actor, params.id, { isEnabled: false, reason: body.reason }),
  )
  serve(enableCustomer, ({ site, actor, params }) =>
    office.setCustomerEnabled(kit, site, actor, params.id, { isEnabled: true }),
  )
  serve(resetSecondStep, ({ site, actor, params, body }) =>
    office.resetSecondStep(kit, site, actor, params.id, body.reason),
  )
  serve(closeCustomerAccount, async ({ site, actor, params, body }) => {
    await office.closeAccount(kit, site, actor, params.id, body)
    return undefined
  })
}
