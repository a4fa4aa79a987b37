import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'

export type OfficeSite = Camelized<OutputOf<'getOfficeSite'>>
export type SitePaymentProvider = OfficeSite['paymentProviders'][number]
export type MailSender = NonNullable<OfficeSite['mailSender']>

export const siteSettingsQueries = {
  whole: () =>
    queryOptions({
      queryKey: ['office', 'site'],
      queryFn: () => call(api.getOfficeSite),
      staleTime: 0,
      refetchOnMount: true,
    }),
}
